import type { Detector } from './pattern.ts';
import { passedTests } from './session-index.ts';
import { minutes } from './session-view.ts';
import { firstAfter } from './timed-list.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Something that passed was there long before it was put where it was asked for. */
export const lateFinalization: Detector = {
  code: 'late-finalization',
  detect(view) {
    const { budgetMs, trace, start, end } = view;
    const [begun] = view.productWrites;
    if (budgetMs === null || trace.deliverables === null || begun === undefined) return [];
    const passed = firstAfter(passedTests(view), begun.at);
    if (passed === undefined) return [];
    const before = view.productWrites.filter((each) => each.at < passed.at);
    const writes = Map.groupBy(view.events('write'), ({ path }) => path.path);
    return trace.deliverables.flatMap((path) => {
      const put = writes.get(path)?.[0];
      const at = put?.at ?? end;
      const late = put === undefined || at >= start + budgetMs * THRESHOLDS.finalAt.value;
      if (!late || at - passed.at < budgetMs * THRESHOLDS.finalGap.value) return [];
      // Who wrote what was put in place later: by its name, else the last one that wrote.
      const named = before.findLast((each) => nameOf(each.path.path) === nameOf(path));
      const writer = (named ?? before.at(-1))?.agent;
      return [
        {
          agents: [...new Set([...(writer === undefined ? [] : [writer]), view.root])],
          evidence: [passed.evidence, put?.evidence ?? view.final?.evidence ?? passed.evidence],
          consequence:
            put === undefined
              ? `${path} was never put in place, ${minutes(end - passed.at)} after something had passed`
              : `${path} was put in place ${minutes(at - passed.at)} after something had passed`,
          nearest: 'merge-after-verification',
          rejection: 'it lay ready; what was late is the handing in',
          confidence: 'medium',
          episode: ['final'],
        },
      ];
    });
  },
};

const nameOf = (path: string): string => path.replace(/^.*\//, '');
