import type { AwakeTime } from '../domain/run/host-clock.ts';

/** Time as the engine sees it. Epoch milliseconds. */
export interface Clock {
  now(): number;
  /** How long this host has been awake. */
  awake(): AwakeTime;
  /** Calls `wake` once, `ms` from now or later; the returned function cancels it. */
  schedule(ms: number, wake: () => void): () => void;
}
