import type { AgentId } from '../agent.ts';
import type { Detector } from './pattern.ts';
import { isProse } from './prose.ts';
import { passedTests, senders } from './session-index.ts';
import type { SessionView, Timed } from './session-view.ts';

/** The root says that all is done, and nothing that ran says so of the last state. */
export const unverifiedGlobalCompletion: Detector = {
  code: 'unverified-global-completion',
  detect(view) {
    const { final } = view;
    const last =
      view.productWrites.findLast(({ path }) => !isProse(path)) ?? view.productWrites.at(-1);
    const bySub = view.productWrites.some(({ agent }) => agent !== view.root);
    if (final === null || last === undefined || !bySub) return [];
    const test = view.events('test').findLast(({ at, what }) => at > last.at && what !== 'lint');
    const isRed = test?.verdict === 'failed' && isHeardOf(view, test.agent);
    const passed = passedTests(view).filter(({ at }) => at > last.at);
    if (passed.length > 0 && !isRed && !isOfOnePart(view, final.text, passed)) return [];
    if (!isClaim(final.text, isRed)) return [];
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

/** Whether all tests are said to pass, of which only some agents ran their own, and others that wrote none. */
const isOfOnePart = (view: SessionView, text: string, passed: readonly Timed<'test'>[]): boolean =>
  WHOLE.test(text) &&
  passed.every(({ scope, agent }) => scope.length > 0 && agent !== view.root) &&
  view.subs.some(
    ({ id, role }) =>
      role === 'writer' &&
      !passedTests(view).some(({ agent }) => agent === id || agent === view.root),
  );

const WHOLE =
  /\b(?:all|full|whole|entire|every)\b[^.]{0,40}\b(?:tests?|suite|checks?|specs?)\b|\beverything (?:works|passes)\b/i;

/** Whether the root saw what an agent saw. */
const isHeardOf = (view: SessionView, agent: AgentId): boolean =>
  agent === view.root || senders(view).has(agent);

/**
 * Whether an answer says that all is done, or that it was tested, and does not own up to what is open. After a test that failed it
 * is enough that it says done.
 */
const isClaim = (text: string, isRed: boolean): boolean =>
  (CLAIM.test(text) && !OWNS_UP.test(text)) ||
  ((VERIFIED.test(text) || (isRed && DONE.test(text))) && !OPEN.test(text));

const OWNS_UP =
  /\b(?:fails?|failing|not yet|untested|unverified|(?:does|do|did|could|can|has|have|was|were|is|are) ?n(?:o|'|’)t (?:\w+ ){0,2}?(?:pass|run|ran|tested|verified|work|done|finished|complete|built)|still (?:to|fails?|open|missing|red))\b/i;
const CLAIM =
  /\b(?:all|everything|every|whole|task)\b[^.]{0,80}\b(?:done|completed?|finished|works?|ready|implemented|pass(?:es)?)\b|\b(?:migration|port|refactoring|rewrite|implementation|feature|work|change|upgrade|conversion|integration)s? (?:is|are|has been|have been) (?:now )?(?:all )?(?:complete|completed|done|finished)\b/i;
const VERIFIED =
  /\b(?:fully|completely|thoroughly) (?:\w+ )?(?:implemented|tested|working|done|finished|verified|functional|covered|complete)\b|\b(?:tests?|suite|specs?)\b[^.\d]{0,20}\b(?:pass(?:es|ed)?|green)\b|\bready (?:to (?:merge|ship|release|deploy|use)|for (?:release|production|merging))\b|\b(?:tested|verified) (?:and|end to end)\b/i;
const DONE =
  /\b(?:done|completed?|finished|works?|working|ready|implemented|pass(?:es|ed)?|green|tested|verified|supported|shipped|delivered|fixed|resolved|successful(?:ly)?|as (?:before|expected|specified|required))\b/i;
const OPEN =
  /\b(?:fail(?:s|ed|ing|ures?)?|red|not|n't|cannot|still|open|except|but|left|remain(?:s|ing)?|missing|lacks?|todo|unfinished|broken|yet|however|known|errors?|incomplete|partly|partially)\b/i;
