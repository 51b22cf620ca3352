import type { QueueEvent } from './events.ts';
import type { ItemId, TestId } from './queue.ts';

/** What the queue wants done. */
export type QueueDecision =
  /** Give it back to its author. */
  | {
      readonly kind: 'return';
      readonly item: ItemId;
      /**
       * `conflict`: it can't be merged onto the target. `red`: the target with it on top is red, and
       * with nothing else. `with`: what landed since out of a group that was red with it: where it was
       * fine by itself, it does not go together with one of these.
       */
      readonly why: 'conflict' | 'red';
      readonly with: readonly ItemId[];
      /** The test that was red; null for a conflict. */
      readonly test: TestId | null;
    }
  /** Leave it to a person: the machine failed over it. */
  | { readonly kind: 'park'; readonly item: ItemId }
  /** End a test that says nothing any more; it holds its slot until it is reported ended. */
  | { readonly kind: 'cancel'; readonly test: TestId; readonly why: 'void' | 'known' }
  /** Move the target to the tree of this green test. `members`: those that land by it, in order. */
  | { readonly kind: 'land'; readonly test: TestId; readonly members: readonly ItemId[] }
  /** Merge these in this order onto the target, and test the tree that this gives. */
  | {
      readonly kind: 'test';
      readonly test: TestId;
      readonly members: readonly ItemId[];
      /** How many at the front are being tested already, and assumed to be green. */
      readonly assumed: number;
      /** Ask again, whatever is known of this tree. */
      readonly rerun: boolean;
      /** With what probability it will be green, by what the queue knows. */
      readonly expected: number;
    };

/** The event that says that a decision is being carried out. Fold it in before deciding again. */
export const eventOf = (decision: QueueDecision, at: number): QueueEvent => {
  switch (decision.kind) {
    case 'return':
      return {
        type: 'left',
        item: decision.item,
        why: decision.why === 'red' ? 'blamed' : 'returned',
      };
    case 'park':
      return { type: 'left', item: decision.item, why: 'parked' };
    case 'cancel':
      return { type: 'cancel-asked', test: decision.test };
    case 'land':
      return { type: 'landing-began', test: decision.test };
    case 'test': {
      const { test, members, assumed, rerun } = decision;
      return { type: 'test-began', test, members, assumed, rerun, at };
    }
  }
};
