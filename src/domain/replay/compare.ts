import { replayFiguresOf } from './figures.ts';
import type { ReplayFigures } from './figures.ts';
import type { ReplayOutcome } from './outcome.ts';
import { policyNamed } from './policies.ts';
import type { ReplayPolicy } from './policies.ts';
import { replay } from './replay.ts';
import type { ReplayPoint } from './replay-file.ts';
import type { QueuePolicy } from './queue-policy.ts';
import type { Workload } from './workload.ts';
import { entropyBound, everyCommitOracle, soundPart, tipOracle } from './yardsticks.ts';

/** The seeds `first` to `first + count - 1`. */
export interface Seeds {
  readonly first: number;
  readonly count: number;
}

/** One point under several policies, and what could be had by knowing everything in advance. */
export interface ReplayedPoint {
  readonly slots: number;
  readonly fails: number;
  readonly seeds: Seeds;
  readonly rows: readonly ReplayRow[];
  readonly everyCommitOracle: ReplayFigures;
  readonly tipOracle: ReplayFigures;
  /** Checks that a replay needs on average by what can be known. */
  readonly entropyBound: number;
}

/** One policy. */
export interface ReplayRow {
  readonly policy: ReplayPolicy;
  readonly figures: ReplayFigures;
  readonly ratios: YardstickRatios;
  /** By seed. */
  readonly outcomes: readonly ReplayOutcome[];
}

/** A policy to the yardsticks; null where one of both is nothing. */
export interface YardstickRatios {
  readonly checksToBound: number | null;
  readonly meanToEveryCommit: number | null;
  readonly p50ToEveryCommit: number | null;
  readonly p95ToEveryCommit: number | null;
  readonly meanToTip: number | null;
}

/** Replays one point; every policy and both oracles meet the same workloads. */
export const replayPoint = (
  point: ReplayPoint,
  policies: readonly ReplayPolicy[],
  seeds: Seeds,
): ReplayedPoint => {
  const { slots, fails } = point;
  const workloads = Array.from({ length: seeds.count }, (_, n) => point.workload(seeds.first + n));
  const played = (policy: QueuePolicy, of: readonly Workload[]): readonly ReplayOutcome[] =>
    of.map((each, n) => replay(each, policy, { slots, seed: seeds.first + n }));
  const sound = workloads.map(soundPart);
  const yardsticks = {
    everyCommitOracle: replayFiguresOf(played(everyCommitOracle(slots), sound)),
    tipOracle: replayFiguresOf(played(tipOracle, sound)),
    entropyBound: workloads.reduce((sum, each) => sum + entropyBound(each), 0) / seeds.count,
  };
  const rows = policies.map((policy): ReplayRow => {
    const outcomes = played(policyNamed(policy, slots), workloads);
    const figures = replayFiguresOf(outcomes);
    return { policy, figures, ratios: ratiosOf(figures, yardsticks), outcomes };
  });
  return { slots, fails, seeds, rows, ...yardsticks };
};

const ratiosOf = (
  { checks, turnaround }: ReplayFigures,
  yardsticks: Pick<ReplayedPoint, 'everyCommitOracle' | 'tipOracle' | 'entropyBound'>,
): YardstickRatios => {
  const every = yardsticks.everyCommitOracle.turnaround;
  return {
    checksToBound: ratio(checks, yardsticks.entropyBound),
    meanToEveryCommit: ratio(turnaround?.meanMs, every?.meanMs),
    p50ToEveryCommit: ratio(turnaround?.p50Ms, every?.p50Ms),
    p95ToEveryCommit: ratio(turnaround?.p95Ms, every?.p95Ms),
    meanToTip: ratio(turnaround?.meanMs, yardsticks.tipOracle.turnaround?.meanMs),
  };
};

const ratio = (value: number | undefined, of: number | undefined): number | null =>
  value === undefined || of === undefined || of === 0 ? null : value / of;
