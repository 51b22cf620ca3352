import type { Explanation } from './explanation.ts';

/** How the work was steered. */
export const GOVERNANCE = {
  'early-child-termination': {
    name: 'Early Child Termination',
    what: 'A sub-agent was ended while it was at work, before its result.',
    detected:
      'Ended by another within a call or two minutes after one, without a result; nobody with the same brief handed in, and its parent did not just sleep until all was over.',
    thresholds: ['activity', 'sameWork'],
    needs: null,
    prevented:
      'An attempt’s deadline is the run’s less the reserve, and the agent is told; before it ends it is asked to wrap up, and its tree is kept whatever happens.',
    advice: 'join-early',
  },
  'late-finalization': {
    name: 'Late Finalization',
    what: 'Something that had passed lay ready, and was handed in at the last moment or never.',
    detected:
      'A deliverable was put in place in the last twentieth of the budget, or never; a tenth before, what belongs there (by its name, its lines, or as what was copied) had passed a test or a trial, or had been handed in.',
    thresholds: ['finalGap', 'finalAt', 'lost'],
    needs: 'budget and deliverables',
    prevented:
      'Whatever finishes is harvested at once and lands as soon as its checks and review allow; the reserve is kept for landing.',
    advice: 'join-early',
  },
  'merge-after-verification': {
    name: 'Merge after Verification',
    what: 'The tree changed after it had been tested, and was handed over untested.',
    detected:
      'Lines (not prose) or merges after the last test of what was made that passed, and no test or trial since. What a writer sees of its own part alone is no such test.',
    thresholds: [],
    needs: null,
    prevented:
      'The target moves only to a tree that was checked as that very tree; a verdict on another tree is stale, and is said to be.',
    advice: 'check-last',
  },
  'missing-implementation-join': {
    name: 'Missing Implementation Join',
    what: 'Work was done in a work copy of its own, and never reached the result.',
    detected:
      'Written in a work copy of its own; the path was never written in the session’s; no merge, pick, copy or checkout of its branch, commits or folder, and no word against it.',
    thresholds: [],
    needs: null,
    prevented:
      'Each attempt is harvested into refs, whole, when it ends; a delivery lands, is rejected with a reason, or stays in the backlog. fanin collect takes in what others left.',
    advice: 'collect-at-once',
  },
  'missing-verifier-return': {
    name: 'Missing Verifier Return',
    what: 'A verifier saw a fault, and nobody heard of it.',
    detected:
      'One that wrote nothing saw a failure, or said what is wrong, and completed; no result reached an agent.',
    thresholds: [],
    needs: null,
    prevented:
      'Checks are run by fanin itself; one that failed stands in the receipt with its log, and the delivery does not land.',
    advice: 'collect-at-once',
  },
  'no-failure-takeover': {
    name: 'No Failure Takeover',
    what: 'A sub-agent failed, and nobody took its work over.',
    detected:
      'It failed, or ran into its own time-out; no later brief, and no later write of the files or folders that it was to see to; the session went on for a twentieth.',
    thresholds: ['sameBrief', 'likeBrief', 'wentOn'],
    needs: null,
    prevented:
      'A failed attempt’s task becomes ready again with its checkpoint, once by default; after that it waits for a person, by name.',
    advice: 'take-over',
  },
  'unused-completed-result': {
    name: 'Unused Completed Result',
    what: 'A finding came back, and nothing was done with it.',
    detected:
      'A result says what is wrong, or brings a part; nobody looked at, spoke of or used it; something still fails, or failed without it.',
    thresholds: [],
    needs: null,
    prevented:
      'Every delivery is offered for review with its receipt, and nothing leaves the backlog without a decision.',
    advice: 'collect-at-once',
  },
  'blind-timeout-wait': {
    name: 'Blind Timeout Wait',
    what: 'An agent waited to the end of a long time-out without a look.',
    detected:
      'One wait or sleep of five minutes and a fifth of the budget ran to its end without a look; in a sleep somebody had ended in its first half, or was not ready behind it.',
    thresholds: ['blindWait', 'blindWaitOfBudget'],
    needs: null,
    prevented:
      'No wait is longer than the time that is left; each attempt is watched, and collected when it ends.',
    advice: 'join-early',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
