import { hasIn, mendsOf, type Mend } from './mends.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt, failedTests, promptOf } from './session-index.ts';
import type { RanAgent, SessionView } from './session-view.ts';
import { statedIn } from './stated-values.ts';
import { unsaidRules } from './unsaid-rules.ts';
import { between } from './timed-list.ts';

/** A value that the task states was left out of the brief of the one who needed it. */
export const incompleteChildBrief: Detector = {
  code: 'incomplete-child-brief',
  detect(view) {
    const prompt = promptOf(view);
    const stated = statedIn(prompt);
    const mends = new Map(stated.map((value) => [value, mendsOf(view, value)]));
    return view.subs.flatMap((sub) =>
      stated
        .flatMap((value) => {
          const mend = mends.get(value)?.get(sub.id);
          const isTold = sub.brief === null || sub.brief.text.includes(value);
          return mend === undefined || isTold || hasIn(mend.own, value)
            ? []
            : isOfPart(view, sub, value, mend)
              ? [missing(view, sub, value, mend)]
              : [];
        })
        .concat(unsaidRules(view, sub)),
    );
  },
};

/** A name that came into a file after nothing had failed, or that another was told, may be of the other's part. */
function isOfPart(view: SessionView, sub: RanAgent, value: string, { own, mended }: Mend): boolean {
  const isOthers = view.subs.some(
    ({ id, brief }) => id !== sub.id && id !== mended.agent && brief?.text.includes(value) === true,
  );
  if (mended.literals.includes(value) && !isOthers) return true;
  const failures = between(failedTests(view), own.at, mended.at);
  return isOthers ? failures.some((each) => each.failures.includes(value)) : failures.length > 0;
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
