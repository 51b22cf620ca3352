import type { RateBelief } from './failure-rate.ts';
import { freshBelief } from './failure-rate.ts';

/** A delivery as the queue sees it. The queue compares ids and nothing else. */
export type ItemId = string;

/** One test of a group; given by the queue, in order: `t1`, `t2`, … */
export type TestId = string;

/**
 * `tip-green`: a group lands as one move of the target to the tree that was tested; merge commits
 * before its tip lie behind the target untested. `every-commit-green`: each of them was tested too.
 */
export type QueueMode = 'tip-green' | 'every-commit-green';

/** What whoever queues an item says of it. */
export interface NewItem {
  readonly id: ItemId;
  /** Probability of failing, as far as its looks tell (`domain/delivery/risk.ts`); without any: `TYPICAL_RISK`. */
  readonly risk: number;
  /** It has failed before (an earlier attempt at its task came back): it is tested alone. */
  readonly failedBefore: boolean;
}

/** An item that waits in the queue. */
export interface QueueItem extends NewItem {
  /** It was in a green test, but on a tree that can't land any more: next to no risk. */
  readonly good: boolean;
  /** The members of each red test that it was in, itself among them. */
  readonly reds: readonly (readonly ItemId[])[];
  /** Its one re-run has begun. */
  readonly rerun: boolean;
  /** How many tests have begun without it since it came. */
  readonly passedOver: number;
  /** It can't be merged onto these, so that it is in no group with any of them. */
  readonly clashes: readonly ItemId[];
  /** It can't be merged onto the target. */
  readonly conflict: boolean;
  /** A test with it ended without a verdict, by the machine's fault; `alone`: a test of nothing else. */
  readonly fault: 'in-group' | 'alone' | null;
}

/** A group that is being tested. It holds a slot until it is reported ended, also while it is being cancelled. */
export interface QueueTest {
  readonly id: TestId;
  /** Its members in the order they are merged, those that have landed meanwhile among them. */
  readonly members: readonly ItemId[];
  /** Those that have not landed, in the same order. */
  readonly rest: readonly ItemId[];
  /** How many at the front are members of a group that is being tested, too, and assumed to be green. */
  readonly assumed: number;
  /** True for the one re-run of a suspect: a red verdict that is known of this tree does not count. */
  readonly rerun: boolean;
  /** The tested tree is no longer the target with `rest` on top: its green can't land. */
  readonly stale: boolean;
  /** Somebody else has moved the target since: what was red or did not merge may be neither any more. */
  readonly moved: boolean;
  readonly cancelling: boolean;
  /** How many tests have run at once since it began, at most, itself among them. */
  readonly running: number;
  readonly at: number;
}

/** A group of which a red test says that it contains something defective. */
export interface Suspects {
  /** What was on top of the target as it was then, and has not landed. */
  readonly items: readonly ItemId[];
  readonly test: TestId;
  /** Members of that test that have landed since. */
  readonly landed: readonly ItemId[];
  /** All of them were found good without each other once, and are doubted since. */
  readonly doubted: boolean;
}

/** A green group that may land. */
export interface GreenGroup {
  readonly test: TestId;
  readonly members: readonly ItemId[];
  /** Those that have not landed. */
  readonly rest: readonly ItemId[];
}

/** How long a test took, and how many ran at once. */
export interface Measured {
  readonly running: number;
  readonly ms: number;
}

/** The merge queue: the fold of its events. Plain data. */
export interface Queue {
  readonly mode: QueueMode;
  /** What waits, in the order of arrival. */
  readonly items: readonly QueueItem[];
  readonly tests: readonly QueueTest[];
  readonly suspects: readonly Suspects[];
  readonly greens: readonly GreenGroup[];
  /** The group that is on its way to the target. */
  readonly landing: GreenGroup | null;
  /** What was returned as red; explains red tests that it was in. */
  readonly blamed: readonly ItemId[];
  readonly rate: RateBelief;
  /** Verdicts so far, and those of them that a second look proved wrong. */
  readonly runs: { readonly green: number; readonly flaky: number };
  readonly measured: readonly Measured[];
  /** Tests begun so far. */
  readonly begun: number;
}

/** What an item risks of which nothing is known. */
export const TYPICAL_RISK = 0.04;

/** A queue with nothing in it, that knows nothing of this repository yet. */
export const emptyQueue = (mode: QueueMode = 'tip-green'): Queue => ({
  mode,
  items: [],
  tests: [],
  suspects: [],
  greens: [],
  landing: null,
  blamed: [],
  rate: freshBelief(),
  runs: { green: 0, flaky: 0 },
  measured: [],
  begun: 0,
});
