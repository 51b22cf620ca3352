/** The middle, and the bounds between which 8 of 10 values lie. */
export interface Quantiles {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** Of values of which there is at least one; each quantile is one of them. */
export const quantiles = (values: readonly number[]): Quantiles => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) };
};
