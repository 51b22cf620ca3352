import type { Detector } from './pattern.ts';
import { passedTests } from './session-index.ts';
import { isAnyAfter } from './timed-list.ts';

/** The root says that all is done, and nothing that ran says so of the last state. */
export const unverifiedGlobalCompletion: Detector = {
  code: 'unverified-global-completion',
  detect(view) {
    const { final } = view;
    const last = view.productWrites.at(-1);
    const bySub = view.productWrites.some(({ agent }) => agent !== view.root);
    if (final === null || last === undefined || !bySub || !CLAIM.test(final.text)) return [];
    if (isAnyAfter(passedTests(view), last.at)) return [];
    const test = view.events('test').findLast(({ at }) => at > last.at);
    return [
      {
        agents: [view.root],
        evidence: [...(test === undefined ? [] : [test.evidence]), final.evidence],
        consequence:
          test === undefined
            ? 'the claim rests on no test of the last state'
            : 'the last test before the claim had not passed',
        nearest: 'merge-after-verification',
        rejection: 'no state with all parts had been verified before',
        confidence: test?.verdict === 'failed' ? 'high' : 'medium',
        episode: ['final'],
      },
    ];
  },
};

const CLAIM =
  /\b(?:all|everything|every|whole|task)\b[^.]{0,80}\b(?:done|completed?|finished|works?|ready|implemented|pass(?:es)?)\b/i;
