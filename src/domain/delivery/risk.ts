/** What can be seen of a delivery before it is merged. */
export interface Looks {
  /** Lines added and removed. */
  readonly lines: number;
  readonly files: number;
  /** Findings on its receipt. */
  readonly findings: number;
  /** Earlier attempts at its task that came back. */
  readonly earlierFailures: number;
  /** Files among its own that many others change, too. */
  readonly hotFiles: number;
}

/**
 * The probability that a delivery turns out red on the target, or comes back from review: 0…1. It
 * ranks; how often things fail in this repository is learned by the merge queue. A hundred lines in
 * four files with nothing against them come to one in twenty-five.
 */
export const riskOf = ({ lines, files, findings, earlierFailures, hotFiles }: Looks): number => {
  const score =
    -4.35 +
    0.35 * Math.log10(1 + Math.max(0, lines)) +
    0.25 * Math.log2(Math.max(1, files)) +
    0.5 * upTo(4, findings) +
    1 * upTo(3, earlierFailures) +
    0.3 * upTo(3, hotFiles);
  return 1 / (1 + Math.exp(-score));
};

const upTo = (most: number, value: number): number => Math.min(most, Math.max(0, value));
