import type { Random } from './random.ts';

/**
 * A log-normal amount: half of the draws are below `median`, and about two thirds lie between
 * `median / factor` and `median * factor`. A factor of 1 always gives the median.
 */
export interface Spread {
  readonly median: number;
  readonly factor: number;
}

/** One draw, kept within three times the usual spread: a model must not hang on one wild number. */
export const drawFrom = ({ median, factor }: Spread, random: Random): number => {
  const far = Math.max(-MOST, Math.min(MOST, normal(random)));
  return median * Math.exp(Math.log(factor) * far);
};

const MOST = 3;

/** Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share());
