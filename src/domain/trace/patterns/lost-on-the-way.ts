import type { AgentId } from '../agent.ts';
import { hasIn, mendsOf } from './mends.ts';
import type { Candidate } from './pattern.ts';
import { askedAt, handedIn, subOf } from './session-index.ts';
import type { RanAgent, Result, SessionView } from './session-view.ts';
import { isNearSpelling } from './spellings.ts';
import { statedIn } from './stated-values.ts';

/** What was said, where, and who was to be told. */
interface Known {
  readonly value: string;
  readonly result: Result;
}

/** Of many values that one result has, the first ones are enough. */
const MOST_VALUES = 40;
/** A shorter value comes about by chance. */
const LEAST = 3;

/**
 * A value had come back to one who then started another: its brief lacks the value, or has it altered; what it wrote
 * lacks it too, and it was put in later.
 */
export function lostOnTheWay(view: SessionView): readonly Candidate[] {
  const found = new Map<AgentId, Candidate>();
  for (const [value, sayings] of knownValues(view))
    for (const [agent, mend] of mendsOf(view, value)) {
      const sub = subOf(view, agent);
      const brief = sub?.brief?.text;
      if (sub === undefined || brief === undefined || found.has(agent)) continue;
      const known = sayings.get(sub.parent ?? view.root);
      if (known === undefined || known.at >= sub.from || known.from === agent) continue;
      if (brief.includes(value) || hasIn(mend.own, value)) continue;
      found.set(agent, lost(view, sub, { value, result: known }, mend));
    }
  return [...found.values()];
}

/** Values that came back to one who then started another, by who first said them to whom. */
function knownValues(view: SessionView): ReadonlyMap<string, ReadonlyMap<AgentId, Result>> {
  const lastStart = new Map(view.subs.map((sub) => [sub.parent ?? view.root, sub.from]));
  const known = new Map<string, Map<AgentId, Result>>();
  for (const result of view.results) {
    if (result.at > (lastStart.get(result.to) ?? 0)) continue;
    for (const value of statedIn(result.message.text).slice(0, MOST_VALUES)) {
      if (value.length < LEAST) continue;
      const by = known.get(value) ?? new Map<AgentId, Result>();
      known.set(value, by);
      if (!by.has(result.to)) by.set(result.to, result);
    }
  }
  return known;
}

function lost(
  view: SessionView,
  sub: RanAgent,
  { value, result }: Known,
  { own, mended }: { readonly own: RanWrite; readonly mended: RanWrite },
): Candidate {
  const said = statedIn(sub.brief?.text ?? '').find((each) => isNearSpelling(each, value));
  return {
    agents: [...new Set([result.from, mended.agent, sub.id])],
    evidence: [...handedIn(view, result), askedAt(view, sub), own.evidence, mended.evidence],
    consequence: `${own.path.path} was written ${said === undefined ? 'without' : `with "${said}" for`} "${value}" and corrected`,
    nearest: 'incomplete-child-brief',
    rejection: 'the value had come back from another, and was lost on its way on',
    confidence: 'medium',
    episode: [`value:${own.path.path}`, `result:${result.from}`],
  };
}

type RanWrite = SessionView['productWrites'][number];
