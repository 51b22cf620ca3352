import { hasLookedUp } from './looked-up.ts';
import type { Candidate } from './pattern.ts';
import { eventsOf, handedIn, subOf, writesOf } from './session-index.ts';
import { isNamed, pathsIn, type Result, type SessionView } from './session-view.ts';
import { isLook, setbacks } from './setbacks.ts';
import { between, firstAfter } from './timed-list.ts';
import { verdictIn } from './verdicts.ts';

/** What one who did not make a file says of it. */
interface Verdict {
  readonly result: Result;
  readonly file: string;
  readonly isGood: boolean;
}

/** Of many that speak of one file, the last ones are enough. */
const MOST_KEPT = 8;

/** Two judged one file, one way and the other; the receiver went on without a look, and something failed. */
export function verdictConflicts(view: SessionView): readonly Candidate[] {
  const earlier = new Map<string, readonly Verdict[]>();
  return view.results.flatMap((result) =>
    verdictsIn(view, result).flatMap((verdict) => {
      const place = `${result.to}\0${verdict.file}`;
      const before = earlier.get(place) ?? [];
      earlier.set(place, [...before.slice(1 - MOST_KEPT), verdict]);
      const other = before.find(
        (each) => each.isGood !== verdict.isGood && each.result.from !== result.from,
      );
      return other === undefined ? [] : conflict(view, other, verdict);
    }),
  );
}

function verdictsIn(view: SessionView, result: Result): readonly Verdict[] {
  const { text } = result.message;
  const brief = subOf(view, result.from)?.brief?.text ?? '';
  if (!JUDGES.test(brief)) return [];
  // What it was asked about, or else what it names.
  const asked = pathsIn(brief);
  const named = pathsIn(text).filter((file) => asked.length === 0 || asked.includes(file));
  const own = writesOf(view, result.from);
  const files = named.length > 0 ? pathsIn(text) : [...asked, ...pathsIn(text)];
  return [...new Set(files)].flatMap((file) => {
    const isGood = verdictIn(text, text.includes(file) ? file : null);
    return isGood === null || own.some(({ path }) => isNamed(path, file))
      ? []
      : [{ result, file, isGood }];
  });
}

const JUDGES =
  /\b(?:review|verdict|judge|check|verify|audit|assess|inspect|decide|whether|test|examine|evaluate|say if|tell if|is it|can we|vet|approve|used|needed|dead|unused|safe|find|see if|look|report|which|in use)\b|\?/i;

function conflict(view: SessionView, first: Verdict, second: Verdict): readonly Candidate[] {
  const { to, at } = second.result;
  const use = useOf(view, second, at);
  const failure = firstAfter(setbacks(view), (use?.at ?? view.end + 1) - 1);
  if (use === undefined || failure === undefined) return [];
  const asked = (['test', 'spawn'] as const).some(
    (kind) => between(eventsOf(view, kind, to), at, use.at).length > 0,
  );
  const sources = { files: [first.file], words: [] };
  if (asked || hasLookedUp(view, to, [at, use.at], sources)) return [];
  return [
    {
      agents: [first.result.from, second.result.from, to],
      evidence: [
        ...handedIn(view, first.result),
        ...handedIn(view, second.result),
        use.evidence,
        failure.evidence,
      ],
      consequence: `${first.file} was good by one and bad by the other; it went on as if they agreed, and failed`,
      nearest: 'unused-completed-result',
      rejection: 'two verdicts exclude one another, and none was settled',
      confidence: 'medium',
      episode: [`result:${first.result.from}`, `result:${second.result.from}`],
    },
  ];
}

/** What goes on with a thing: a write, a commit, a merge, or that it is sent out. */
function useOf(view: SessionView, { result, file }: Verdict, after: number) {
  const agent = result.to;
  const uses = [
    firstAfter(writesOf(view, agent), after),
    firstAfter(eventsOf(view, 'git', agent), after, ({ op }) =>
      /^(?:commit|merge|push|tag)$/.test(op),
    ),
    firstAfter(
      eventsOf(view, 'command', agent),
      after,
      (each) =>
        (!isLook(each) && each.text.includes(file)) ||
        /\b(?:deploy|publish|release|ship|rollout|promote|apply|migrate)\b/i.test(each.text),
    ),
  ];
  return uses.flatMap((each) => each ?? []).toSorted((a, b) => a.at - b.at)[0];
}
