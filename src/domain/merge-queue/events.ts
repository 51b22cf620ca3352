import type { ItemId, NewItem, TestId } from './queue.ts';

/** How a test came out. `cancelled`: as it was asked to; `fault`: the machine's, nobody knows about the tree. */
export type TestOutcome = 'green' | 'red' | 'cancelled' | 'fault';

/** A member that could not be merged where its group needed it, so that the test went on without it. */
export interface LeftOut {
  readonly item: ItemId;
  /** What it can't be merged onto: the target, or (at least one of) these earlier members. */
  readonly onto: 'target' | readonly ItemId[];
}

/**
 * Everything a merge queue is told. Whoever drives it (the engine, a replay) folds what `decideQueue`
 * answers back in through `eventOf`, and tells what came of it. `at` is in milliseconds, on any clock.
 */
export type QueueEvent =
  | { readonly type: 'arrived'; readonly item: NewItem }
  /** It left without landing: withdrawn, parked, or returned. Every group with it is void. */
  | {
      readonly type: 'left';
      readonly item: ItemId;
      readonly why: 'withdrawn' | 'parked' | 'returned' | 'blamed';
    }
  /** Known before any test (from a conflict matrix). */
  | ({ readonly type: 'conflict-found' } & LeftOut)
  | {
      readonly type: 'test-began';
      readonly test: TestId;
      readonly members: readonly ItemId[];
      readonly assumed: number;
      readonly rerun: boolean;
      readonly at: number;
    }
  | { readonly type: 'cancel-asked'; readonly test: TestId }
  /** `leftOut`: members that the verdict is not about. */
  | {
      readonly type: 'test-ended';
      readonly test: TestId;
      readonly outcome: TestOutcome;
      readonly leftOut: readonly LeftOut[];
      readonly at: number;
    }
  | { readonly type: 'landing-began'; readonly test: TestId }
  /** The target is now the tested tree. */
  | { readonly type: 'landed'; readonly test: TestId }
  /** It did not land, and nothing moved: its members wait again, and must be tested again. */
  | { readonly type: 'landing-failed'; readonly test: TestId }
  /** Somebody else moved the target: no tree tested before can land. */
  | { readonly type: 'target-moved' };
