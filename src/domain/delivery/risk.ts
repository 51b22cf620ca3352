/** What is known of a change before it is tested with the target. */
export interface RiskFacts {
  /** Lines added and removed. */
  readonly lines: number;
  readonly files: number;
  /** Findings of its receipt; those that block weigh double. */
  readonly findings: number;
  readonly blocking: number;
  /** How often earlier attempts at the same task came back or failed. */
  readonly earlierFailures: number;
  /** Files that other deliveries change, too. */
  readonly hotFiles: number;
}

/** Share of deliveries that fail though nothing speaks against them. */
const USUAL = 0.05;

/**
 * The chance that a change fails, from 0 to 1. It is a guess that orders changes, not a measurement:
 * independent reasons to fail, each with a small chance of its own, add up as hazards do.
 */
export const riskOf = (facts: RiskFacts): number => {
  const hazard =
    USUAL +
    0.03 * Math.log2(1 + facts.lines / 20) +
    0.02 * Math.log2(1 + facts.files / 3) +
    0.1 * facts.findings +
    0.2 * facts.blocking +
    0.2 * facts.earlierFailures +
    0.1 * facts.hotFiles;
  return 1 - Math.exp(-hazard);
};
