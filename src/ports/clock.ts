/** Time as the engine sees it. Epoch milliseconds. */
export interface Clock {
  now(): number;
  /** Calls `wake` once, `ms` from now or later; the returned function cancels it. */
  schedule(ms: number, wake: () => void): () => void;
}
