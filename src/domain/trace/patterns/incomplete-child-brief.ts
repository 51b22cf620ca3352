import { hasIn, mendsOf, type Mend } from './mends.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt, failedTests } from './session-index.ts';
import type { RanAgent, SessionView } from './session-view.ts';
import { statedIn } from './stated-values.ts';
import { between } from './timed-list.ts';

/** A value that the task states was left out of the brief of the one who needed it. */
export const incompleteChildBrief: Detector = {
  code: 'incomplete-child-brief',
  detect(view) {
    const prompt = view.events('message').find(({ what }) => what === 'prompt')?.text ?? '';
    const stated = statedIn(prompt);
    const mends = new Map(stated.map((value) => [value, mendsOf(view, value)]));
    return view.subs.flatMap((sub) =>
      stated.flatMap((value) => {
        const mend = mends.get(value)?.get(sub.id);
        const isTold = sub.brief === null || sub.brief.text.includes(value);
        return mend === undefined || isTold || hasIn(mend.own, value)
          ? []
          : [missing(view, sub, value, mend)];
      }),
    );
  },
};

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
