import type { Trace } from '../trace.ts';
import type { PatternCode } from './pattern.ts';

/**
 * When a pattern can be told. `at-once`: as soon as it is there, for what it rests on has happened. `with-budget`: the same,
 * where a budget is known; without one its threshold is a share of the run, which grows until the end. `at-end`: when the session
 * has ended, for it says that something never happened, or rests on figures that still change.
 */
export type Moment = 'at-once' | 'with-budget' | 'at-end';

interface Telling {
  readonly when: Moment;
  readonly why: string;
}

const atOnce = (why: string): Telling => ({ when: 'at-once', why });
const withBudget = (why: string): Telling => ({ when: 'with-budget', why });
const atEnd = (why: string): Telling => ({ when: 'at-end', why });

/** When each pattern can be told of a session that is still at work. */
export const TELLING: Readonly<Record<PatternCode, Telling>> = {
  'no-implementation-owner': atEnd('someone may still be given the building'),
  'no-assembly-owner': atEnd('the parts may still be joined'),
  'no-integration-owner': atEnd('either part may still be mended'),
  'no-pipeline-owner': atEnd('the next stage may still be begun'),
  'preflight-gated-work': withBudget('the others have begun, behind the gate'),
  'serial-investigation': withBudget('the first line has come, behind the wave'),
  'fan-out-budget-exhaustion': atEnd('those at work may still finish'),
  'critical-path-starvation': atEnd('the chain may still be finished'),
  'oversized-child-task': atEnd('the other parts may still turn out as large'),
  'incomplete-child-brief': atOnce('the value was put in by another'),
  'missing-cross-agent-contract': atOnce('a test has failed over what neither brief names'),
  'bulk-handoff-overload': atOnce('what was handed in has been cut off again'),
  'lossy-handoff': atOnce('the altered value was used, and corrected'),
  'stale-handoff': atOnce('it was used, and a test failed'),
  'conflicting-handoff': atOnce('one of the values was used, and a test failed'),
  'unverified-global-completion': atEnd('a test may still come'),
  'checkpoint-free-retry': atOnce('the work was begun again'),
  'early-child-termination': atOnce('it was ended before it handed in'),
  'late-finalization': atEnd('it may still be put in place'),
  'merge-after-verification': atEnd('a test may still come'),
  'missing-implementation-join': atEnd('it may still be merged'),
  'missing-verifier-return': atEnd('the result may still be taken up'),
  'no-failure-takeover': atEnd('its part may still be taken over'),
  'unused-completed-result': atEnd('it may still be used'),
  'blind-timeout-wait': withBudget('the wait has run out'),
  'deliverable-overwrite': atOnce('the lines are gone'),
  'source-overwrite': atOnce('the lines are gone'),
  'same-file-collision': atOnce('both have written'),
  'cross-file-scope-collision': atOnce('one of the two had to go'),
  'final-tree-overwrite': atOnce('the files are gone'),
  'unisolated-workspace-writes': atOnce('the files are committed'),
  'artifact-leakage': atOnce('another has used it'),
};

/** Whether a pattern can be told of this session before its end. */
export function canBeToldNow({ budget }: Pick<Trace, 'budget'>, code: PatternCode): boolean {
  const { when } = TELLING[code];
  return when === 'at-once' || (when === 'with-budget' && budget.wallMs !== null);
}
