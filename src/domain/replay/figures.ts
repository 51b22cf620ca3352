import type { ReplayOutcome } from './outcome.ts';

/** Many replays of one policy. Times in ms; all simulated. */
export interface ReplayFigures {
  readonly replays: number;
  readonly changes: number;
  readonly landed: number;
  readonly returned: number;
  /** Mean of a replay: sound changes that were sent back though they went with all that landed. */
  readonly falseEjections: number;
  /** Of all replays: must be 0. */
  readonly redTargets: number;
  readonly untestedTargets: number;
  /** Of the changes that landed: on which no check has passed, since they are inside of a group. */
  readonly untestedCommits: number;
  /** Mean of a replay. */
  readonly checks: number;
  /** Null: nothing landed. */
  readonly checksPerLanded: number | null;
  readonly turnaround: {
    readonly meanMs: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
  } | null;
  readonly makespanMs: number;
  /** Of the time that runs held slots: cancelled ones, and those whose answer followed from others. */
  readonly wasted: number;
}

/** Sums up the replays of one policy; there must be one at least. */
export const replayFiguresOf = (all: readonly ReplayOutcome[]): ReplayFigures => {
  const total = (value: (outcome: ReplayOutcome) => number): number =>
    all.reduce((sum, outcome) => sum + value(outcome), 0);
  const mean = (value: (outcome: ReplayOutcome) => number): number => total(value) / all.length;
  const turnarounds = all.flatMap(({ turnaroundsMs }) => turnaroundsMs);
  const landed = turnarounds.length;
  const busyMs = total((outcome) => outcome.busyMs);
  return {
    replays: all.length,
    changes: mean(({ changes }) => changes),
    landed: landed / all.length,
    returned: mean(({ returned }) => returned),
    falseEjections: mean(({ falseEjections }) => falseEjections),
    redTargets: total(({ redTargets }) => redTargets),
    untestedTargets: total(({ untestedTargets }) => untestedTargets),
    untestedCommits: landed === 0 ? 0 : total(({ untestedCommits }) => untestedCommits) / landed,
    checks: mean(({ checks }) => checks),
    checksPerLanded: landed === 0 ? null : total(({ checks }) => checks) / landed,
    turnaround: turnaroundOf(turnarounds),
    makespanMs: mean(({ makespanMs }) => makespanMs),
    wasted: busyMs === 0 ? 0 : total(({ wastedMs }) => wastedMs) / busyMs,
  };
};

const turnaroundOf = (all: readonly number[]): ReplayFigures['turnaround'] => {
  if (all.length === 0) return null;
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  const meanMs = all.reduce((sum, ms) => sum + ms, 0) / all.length;
  return { meanMs, p50Ms: at(0.5), p95Ms: at(0.95) };
};
