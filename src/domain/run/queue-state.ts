import type { DeliveryId } from '../ids.ts';
import type { Queue, TestId } from '../merge-queue/queue.ts';
import type { TestedGroup } from './tested-group.ts';

/** The merge queue of a run, and what its tests left that somebody still needs. */
export interface RunQueue {
  readonly queue: Queue;
  /** What green groups would land, and what was red in suspected ones. */
  readonly tested: Readonly<Record<TestId, Tested>>;
  /** Why a delivery leaves the queue, as its author or a person must read it: a conflict, a fault. */
  readonly said: Readonly<Record<DeliveryId, string>>;
}

/** What a test left. */
export interface Tested {
  readonly group: TestedGroup;
  /** What failed; null: nothing did. */
  readonly red: string | null;
}
