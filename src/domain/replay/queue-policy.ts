/** A change as a policy sees it. */
export interface QueuedChange {
  readonly id: string;
  readonly arrivedMs: number;
  /** How likely it is to fail by what is known beforehand; null: nothing is. */
  readonly risk: number | null;
}

/**
 * A tree is named by what it holds beyond the first target, landed or not. The order does not
 * matter: the same changes make the same tree.
 */
export type Tree = readonly string[];

/** A check that runs. */
export interface RunningTest {
  readonly id: string;
  readonly tree: Tree;
}

/** A check whose slot is free again. */
export interface EndedTest extends RunningTest {
  readonly outcome: 'green' | 'red' | 'cancelled';
}

/** Everything that a policy may know. */
export interface QueueView {
  readonly nowMs: number;
  readonly slots: number;
  /** Slots that hold no check, not even one that is being cancelled. */
  readonly freeSlots: number;
  /** Neither landed nor returned, in order of arrival; those in running checks too. */
  readonly waiting: readonly QueuedChange[];
  /** In the order of landing. */
  readonly landed: Tree;
  /** Without those that are being cancelled. */
  readonly running: readonly RunningTest[];
  /** Since the policy was asked last. */
  readonly ended: readonly EndedTest[];
  /** What the last check of this very tree said. */
  readonly verdict: (tree: Tree) => boolean | undefined;
}

/** What a policy wants done, one after the other. */
export type Order =
  /** Check the target as it is then, with `members` on it. */
  | { readonly kind: 'test'; readonly members: Tree }
  | { readonly kind: 'cancel'; readonly test: string }
  /** Move the target to itself with `members`, in this order. */
  | { readonly kind: 'land'; readonly members: Tree }
  | { readonly kind: 'return'; readonly change: string };

/**
 * Who decides what is tested, what lands and what goes back. Pure: it answers what to do, and what
 * it is from then on. It is asked after every arrival and whenever a check has ended or a slot is free.
 */
export interface QueuePolicy {
  readonly decide: (view: QueueView) => QueueDecision;
}

/** An answer. */
export interface QueueDecision {
  readonly orders: readonly Order[];
  readonly next: QueuePolicy;
}

/** Whether two trees hold the same, in whatever order. */
export const sameTree = (one: Tree, other: Tree): boolean => {
  if (one.length !== other.length) return false;
  const all = new Set(one);
  return other.every((id) => all.has(id));
};
