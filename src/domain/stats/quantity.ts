/** A sum of which a part may not be known. */
export interface Quantity {
  /** What is certain. */
  readonly least: number;
  /** Whether that is all. */
  readonly exact: boolean;
}

export const NOTHING: Quantity = { least: 0, exact: true };

/** Nobody knows anything of it. */
export const UNKNOWN: Quantity = { least: 0, exact: false };

export const exactly = (least: number): Quantity => ({ least, exact: true });
export const atLeast = (least: number): Quantity => ({ least, exact: false });

export const isUnknown = ({ least, exact }: Quantity): boolean => least === 0 && !exact;

/** All together. */
export const sumOf = (parts: readonly Quantity[]): Quantity => ({
  least: parts.reduce((sum, { least }) => sum + least, 0),
  exact: parts.every(({ exact }) => exact),
});

/** So much for each of a number of things; null: there is none, or nothing is known. */
export const perEach = (whole: Quantity, count: number): Quantity | null =>
  count === 0 || isUnknown(whole) ? null : { least: whole.least / count, exact: whole.exact };
