import type { AttemptId, DeliveryId, TaskId } from '../ids.ts';
import type { Comeback } from '../attempt/attempt.ts';

/** What the checks said about a tree. `unverified`: no check was run on it. */
export type Verdict = 'green' | 'red' | 'unverified';

/** One check's outcome on one tree. */
export interface CheckResult {
  readonly name: string;
  /** sha256 of what defines the check (command, set-up, time limit). */
  readonly definition: string;
  readonly tree: string;
  readonly by: 'fanin' | 'agent';
  readonly status: 'passed' | 'failed' | 'skipped' | 'stale';
  readonly reason: string | null;
  readonly ms: number;
  readonly exit: number | null;
  /** The log file, absolute; null where there is none. */
  readonly log: string | null;
}

interface Common {
  readonly id: DeliveryId;
  readonly task: TaskId;
  readonly attempt: AttemptId;
  readonly commit: string;
  readonly tree: string;
  readonly base: string;
  readonly offeredAt: number;
}
interface Checked extends Common {
  readonly verdict: Verdict;
  /** sha256 of the receipt's canonical JSON. */
  readonly receipt: string;
  /** Kinds and texts of the findings that keep it from landing by itself. */
  readonly blocking: readonly string[];
  /** How much it changes; not there in logs of old. */
  readonly size?: ChangeSize;
}

/** How much a delivery changes, by its receipt. */
export interface ChangeSize {
  readonly lines: number;
  readonly files: number;
}

/**
 * A delivery's life.
 *
 * ```
 * offered ─ checking ┬ red ──────────────────────────────────────────┐
 *                    └ awaiting-review ┬ rejected                    │
 *                         │  parked ───┤                             │
 *                         └ queued ─ landing ─ landed      returned ─┘ (also from awaiting-review, queued, landing)
 *                                                └ unlanding ─ unlanded (or landed again, where it could not be undone)
 *
 * superseded (from checking, awaiting-review, parked, queued): the same work was collected again, or taken apart
 * ```
 */
export type Delivery =
  | (Common & { readonly phase: 'checking' })
  | (Checked & { readonly phase: 'awaiting-review' })
  | (Checked & { readonly phase: 'parked'; readonly reason: string })
  | (Checked & {
      readonly phase: 'queued';
      readonly approvedBy: string;
      readonly approvedAt: number;
    })
  | (Checked & {
      readonly phase: 'landing';
      readonly approvedBy: string;
      readonly approvedAt: number;
    })
  | (Checked & {
      readonly phase: 'landed';
      readonly approvedBy: string;
      readonly landing: Landing;
      readonly landedAt: number;
      /** Why it could not be undone, when somebody wanted that; null: nobody did. */
      readonly undoRefused: string | null;
    })
  /** To be taken back off the target. `began`: the integrator is at it. */
  | (Checked & {
      readonly phase: 'unlanding';
      readonly approvedBy: string;
      readonly landing: Landing;
      readonly landedAt: number;
      readonly undo: Undo;
      readonly began: boolean;
    })
  | (Checked & {
      readonly phase: 'unlanded';
      readonly approvedBy: string;
      readonly landing: Landing;
      readonly landedAt: number;
      readonly undo: Undo;
      /** The move of the target that took it back. */
      readonly undone: Landing;
    })
  | (Common & {
      readonly phase: 'returned';
      readonly comeback: Comeback;
      readonly receipt: string | null;
    })
  | (Common & {
      readonly phase: 'superseded';
      readonly by: AttemptId;
      readonly receipt: string | null;
    })
  | (Checked & { readonly phase: 'rejected'; readonly by: string; readonly comment: string });

/** Who wants a landing taken back, and why. */
export interface Undo {
  readonly by: string;
  readonly reason: string;
}

/** One move of the target. */
export interface Landing {
  readonly from: string;
  readonly to: string;
  readonly tree: string;
}

/** True while fanin itself is about to move it on: it is being checked, or is on its way to the target. */
export const isUnderWay = (delivery: Delivery): boolean =>
  delivery.phase === 'checking' || delivery.phase === 'queued' || isMovingTarget(delivery);

/** True while the target may be moved for its sake. */
export const isMovingTarget = (delivery: Delivery): boolean =>
  delivery.phase === 'landing' || delivery.phase === 'unlanding';

/** True while the target holds it. */
export const isOnTarget = (delivery: Delivery): boolean =>
  delivery.phase === 'landed' || delivery.phase === 'unlanding';

/** True while a person could act on it: it counts as backlog. */
export const isBacklog = (delivery: Delivery): boolean =>
  delivery.phase === 'awaiting-review' || delivery.phase === 'parked';
