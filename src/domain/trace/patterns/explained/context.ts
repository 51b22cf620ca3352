import type { Explanation } from './explanation.ts';

/** What agents were told, and told each other. */
export const CONTEXT = {
  'incomplete-child-brief': {
    name: 'Incomplete Child Brief',
    what: 'A requirement that the person had named was missing from the brief of the sub-agent that it was for.',
    detected:
      'A value, a name or a rule of the prompt is not in the brief; another put it into that file later, or a test failed over it.',
    thresholds: [],
    needs: null,
    prevented:
      'A brief holds the task’s prompt as it was written, the goal, scope, deliverables and checks; fanin brief shows it.',
    advice: 'whole-briefs',
  },
  'missing-cross-agent-contract': {
    name: 'Missing Cross-Agent Contract',
    what: 'Two parts use something of each other that neither brief fixed.',
    detected:
      'A failing test names what one part takes from another, or a name that was then made the same in both; neither brief does.',
    thresholds: [],
    needs: null,
    prevented:
      'A task that needs another’s interface says so with needs:, and starts from the tree that it landed on; parts are checked together before the target moves.',
    advice: 'whole-briefs',
  },
  'bulk-handoff-overload': {
    name: 'Bulk Handoff Overload',
    what: 'So much came back at once that its receiver could not work with it.',
    detected:
      'Results of more than 30,000 tokens reached one agent within a minute; a compaction, a cut or a second reading followed, with nothing written.',
    thresholds: ['bulkWindow', 'bulkTokens', 'bulkSteps', 'bulkReadAgain'],
    needs: null,
    prevented:
      'What goes on is a commit and a receipt of bounded size; the backlog has a limit (review.limit).',
    advice: 'small-results',
  },
  'lossy-handoff': {
    name: 'Lossy Handoff',
    what: 'A value was altered on the way from one agent to another.',
    detected:
      'A value, or what failed, came out altered or not at all in a result, or in the brief that should pass it on; what was done by it was corrected.',
    thresholds: [],
    needs: null,
    prevented:
      'Later tasks start from the landed tree, not from a summary of it; a receipt’s facts are measured, and claims stand apart.',
    advice: 'small-results',
  },
  'stale-handoff': {
    name: 'Stale Handoff',
    what: 'A result spoke of files that had changed before it was used.',
    detected:
      'A result names a file that changed before it was taken up; it was not read again, and something failed or was replaced.',
    thresholds: [],
    needs: null,
    prevented:
      'A receipt names its tree; a delivery is merged with the target as it is then, and that tree is checked.',
    advice: 'collect-at-once',
  },
  'conflicting-handoff': {
    name: 'Conflicting Handoff',
    what: 'Two results said different things of one matter, and one of them was taken without a look.',
    detected:
      'Two results give one thing two values, or one file two verdicts; one was used without a look, and something failed or was corrected.',
    thresholds: [],
    needs: null,
    prevented:
      'Claims are held against measured facts, and contradicted ones are findings in the receipt.',
    advice: 'small-results',
  },
  'unverified-global-completion': {
    name: 'Unverified Global Completion',
    what: 'The whole was said to be done, and nothing had shown it.',
    detected:
      'The root claims the whole, or that it was tested; no test of the whole passed after the last line.',
    thresholds: [],
    needs: null,
    prevented:
      '"Done" is a claim: fanin runs the checks itself on the delivered tree, and a delivery without checks is unverified and never lands by itself.',
    advice: 'check-last',
  },
  'checkpoint-free-retry': {
    name: 'Checkpoint-Free Retry',
    what: 'Work was begun again from nothing, with the same brief, although a part of it was there.',
    detected:
      'One that did not complete, or said that it could not, was started again by nine tenths the same brief, which names no more of before.',
    thresholds: ['sameBrief'],
    needs: null,
    prevented:
      'Trees are checkpointed throughout; a new attempt starts from the last checkpoint, and its brief says what became of the one before.',
    advice: 'take-over',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
