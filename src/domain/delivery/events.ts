import type { Comeback } from '../attempt/attempt.ts';
import type { AttemptId, DeliveryId, TaskId } from '../ids.ts';
import type { ChangeSize, Landing, Verdict } from './delivery.ts';

/** What happened to a delivery. Times are epoch milliseconds. */
export type DeliveryEvent =
  | {
      readonly type: 'delivery.offered';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly task: TaskId;
      readonly commit: string;
      readonly tree: string;
      readonly base: string;
    }
  | {
      readonly type: 'delivery.checked';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly verdict: Verdict;
      readonly receipt: string;
      readonly blocking: readonly string[];
      readonly size?: ChangeSize;
    }
  | {
      readonly type: 'delivery.parked';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly reason: string;
      /** What was found only on its way to the target, and keeps it from landing by itself. */
      readonly found?: readonly string[];
    }
  | {
      readonly type: 'delivery.approved';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly tree: string;
      readonly by: string;
    }
  | { readonly type: 'delivery.landing-began'; readonly at: number; readonly delivery: DeliveryId }
  | {
      readonly type: 'delivery.landed';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly landing: Landing;
    }
  | {
      readonly type: 'delivery.undo-asked';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly by: string;
      readonly reason: string;
    }
  | { readonly type: 'delivery.undo-began'; readonly at: number; readonly delivery: DeliveryId }
  | {
      readonly type: 'delivery.unlanded';
      readonly at: number;
      readonly delivery: DeliveryId;
      /** The move of the target that took it back. */
      readonly landing: Landing;
    }
  | {
      readonly type: 'delivery.undo-refused';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly reason: string;
    }
  | {
      readonly type: 'delivery.returned';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly by: string;
      readonly comeback: Comeback;
    }
  /** A later attempt at the same task has taken its place, `by` that one. */
  | {
      readonly type: 'delivery.superseded';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly by: AttemptId;
    }
  | {
      readonly type: 'delivery.rejected';
      readonly at: number;
      readonly delivery: DeliveryId;
      readonly by: string;
      readonly comment: string;
    };
