import type { DeliveryId } from '../ids.ts';

/** What happened to a delivery, of what the time of reviews is made. Times are epoch ms. */
export interface ReviewStep {
  readonly delivery: DeliveryId;
  /** `delivery.…` */
  readonly type: string;
  readonly at: number;
}

/** For how long deliveries waited for a person's decision. */
export interface ReviewTime {
  /** Of the waits that have ended, in ms. */
  readonly ms: number;
  /** Whether it waits now. */
  readonly waits: boolean;
}

/**
 * A delivery waits for a person from the moment at which it was checked or parked until the next thing that happens to it:
 * approved, returned, rejected, superseded. What checks decide at once has waited for no time. Nothing tells when a person
 * looks, so nights count. `steps` are in order.
 */
export function reviewTimes(steps: readonly ReviewStep[]): ReadonlyMap<DeliveryId, ReviewTime> {
  const times = new Map<DeliveryId, { ms: number; since: number | null }>();
  for (const { delivery, type, at } of steps) {
    const time = times.get(delivery) ?? { ms: 0, since: null };
    times.set(delivery, time);
    if (time.since !== null) time.ms += Math.max(0, at - time.since);
    time.since = WAITS.has(type) ? at : null;
  }
  return new Map([...times].map(([id, { ms, since }]) => [id, { ms, waits: since !== null }]));
}

const WAITS: ReadonlySet<string> = new Set(['delivery.checked', 'delivery.parked']);
