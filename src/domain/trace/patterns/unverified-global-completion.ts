import type { AgentId } from '../agent.ts';
import type { Detector } from './pattern.ts';
import { passedTests, senders } from './session-index.ts';
import type { SessionView } from './session-view.ts';
import { isAnyAfter } from './timed-list.ts';

/** The root says that all is done, and nothing that ran says so of the last state. */
export const unverifiedGlobalCompletion: Detector = {
  code: 'unverified-global-completion',
  detect(view) {
    const { final } = view;
    const last = view.productWrites.at(-1);
    const bySub = view.productWrites.some(({ agent }) => agent !== view.root);
    if (final === null || last === undefined || !bySub) return [];
    if (isAnyAfter(passedTests(view), last.at)) return [];
    const test = view.events('test').findLast(({ at, what }) => at > last.at && what !== 'lint');
    if (!isClaim(final.text, test?.verdict === 'failed' && isHeardOf(view, test.agent))) return [];
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

/** Whether the root saw what an agent saw. */
const isHeardOf = (view: SessionView, agent: AgentId): boolean =>
  agent === view.root || senders(view).has(agent);

/** Whether an answer says that all is done. After a test that failed it is enough that it says done, and nothing of what is open. */
const isClaim = (text: string, isRed: boolean): boolean =>
  CLAIM.test(text) || (isRed && DONE.test(text) && !OPEN.test(text));

const CLAIM =
  /\b(?:all|everything|every|whole|task)\b[^.]{0,80}\b(?:done|completed?|finished|works?|ready|implemented|pass(?:es)?)\b/i;
const DONE =
  /\b(?:done|completed?|finished|works?|working|ready|implemented|pass(?:es|ed)?|green|tested|verified|supported|shipped|delivered|fixed|resolved)\b/i;
const OPEN =
  /\b(?:fail(?:s|ed|ing|ures?)?|red|not|n't|cannot|still|open|except|but|left|remain(?:s|ing)?|missing|lacks?|todo|unfinished|broken|yet|however|known|errors?|incomplete|partly|partially)\b/i;
