import { hasValue, valuesIn } from './message-values.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt, failedTests, writesByLiteral } from './session-index.ts';
import { fileKey, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { between } from './timed-list.ts';

/** A value that the task states was left out of the brief of the one who needed it. */
export const incompleteChildBrief: Detector = {
  code: 'incomplete-child-brief',
  detect(view) {
    const prompt = view.events('message').find(({ what }) => what === 'prompt')?.text ?? '';
    const stated = valuesIn(prompt);
    const authors = firstWrites(view);
    const mends = new Map(stated.map((value) => [value, mendsOf(view, value, authors)]));
    return view.subs.flatMap((sub) =>
      stated.flatMap((value) => {
        const mend = mends.get(value)?.get(sub.id);
        const isTold = sub.brief === null || sub.brief.text.includes(value);
        return mend === undefined || isTold || hasValue(mend.own, value)
          ? []
          : [missing(view, sub, value, mend)];
      }),
    );
  },
};

/** The first write of each file by each agent. */
type FirstWrites = ReadonlyMap<string, ReadonlyMap<string, Timed<'write'>>>;

function firstWrites({ productWrites }: SessionView): FirstWrites {
  const files = new Map<string, Map<string, Timed<'write'>>>();
  for (const write of productWrites) {
    const key = fileKey(write.path);
    const of = files.get(key) ?? new Map<string, Timed<'write'>>();
    files.set(key, of);
    if (!of.has(write.agent)) of.set(write.agent, write);
  }
  return files;
}

/** A write that put a value into a file, and what its author had written there first. */
interface Mend {
  readonly own: Timed<'write'>;
  readonly mended: Timed<'write'>;
}

/** By author: the first time that another agent put a value into one of its files. */
function mendsOf(
  view: SessionView,
  value: string,
  authors: FirstWrites,
): ReadonlyMap<string, Mend> {
  const mends = new Map<string, Mend>();
  for (const mended of writesByLiteral(view).get(value) ?? [])
    for (const [agent, own] of authors.get(fileKey(mended.path)) ?? [])
      if (agent !== mended.agent && own.at < mended.at && !mends.has(agent))
        mends.set(agent, { own, mended });
  return mends;
}

function missing(
  view: SessionView,
  sub: RanAgent,
  value: string,
  { own, mended }: Mend,
): Candidate {
  const failures = between(failedTests(view), own.at, mended.at).slice(0, MOST_FAILURES);
  return {
    agents: [mended.agent, sub.id],
    evidence: [
      askedAt(view, sub),
      own.evidence,
      ...failures.map(({ evidence }) => evidence),
      mended.evidence,
    ],
    consequence: `${own.path.path} was written without "${value}" and mended`,
    nearest: 'missing-cross-agent-contract',
    rejection: 'the task states it, for this part',
    confidence: 'medium',
    episode: [`value:${own.path.path}`],
  };
}

/** More would hide the rest of the evidence. */
const MOST_FAILURES = 5;
