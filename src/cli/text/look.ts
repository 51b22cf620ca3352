import type { Paint } from './style.ts';

/** How a screen is to look. A screen is a function of its data and this alone. */
export interface Look {
  /** No line is longer, in columns. */
  readonly width: number;
  readonly paint: Paint;
  /** Epoch ms that durations and ages are told from. */
  readonly now: number;
}
