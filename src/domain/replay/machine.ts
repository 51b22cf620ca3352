import type { Checks } from './workload.ts';

/** A run in a slot. */
export interface SlotRun {
  readonly id: string;
  /** What it still needs on an idle machine. */
  readonly leftMs: number;
  /** When its slot is free at the latest, once it is being cancelled; null: it goes on. */
  readonly cancelledUntilMs: number | null;
  readonly startedMs: number;
}

/** Slots at a time. Those that are being cancelled still use the machine. */
export interface Machine {
  readonly nowMs: number;
  readonly runs: readonly SlotRun[];
}

/** How fast each of so many runs is, as a share of one alone. */
export const speedOf = ({ cores, coresEach }: Checks, runs: number): number =>
  runs === 0 || cores === null ? 1 : Math.min(1, cores / (runs * Math.min(cores, coresEach)));

/** When the next run ends or lets its slot go; null: none runs. */
export const nextEndMs = ({ nowMs, runs }: Machine, checks: Checks): number | null => {
  const speed = speedOf(checks, runs.length);
  const ends = runs.map(({ leftMs, cancelledUntilMs }) =>
    Math.min(nowMs + leftMs / speed, cancelledUntilMs ?? Infinity),
  );
  return ends.length === 0 ? null : Math.min(...ends);
};

/** Less than this is nothing: times are sums of fractions. */
const NOTHING_MS = 1e-6;

/** The machine at a time that is not after `nextEndMs`, and the runs whose slots are free then. */
export const advance = (
  machine: Machine,
  checks: Checks,
  toMs: number,
): { readonly machine: Machine; readonly ended: readonly SlotRun[] } => {
  const done = (toMs - machine.nowMs) * speedOf(checks, machine.runs.length);
  const runs = machine.runs.map((run) => ({ ...run, leftMs: run.leftMs - done }));
  const hasEnded = ({ leftMs, cancelledUntilMs }: SlotRun): boolean =>
    leftMs <= NOTHING_MS || (cancelledUntilMs !== null && cancelledUntilMs <= toMs + NOTHING_MS);
  return {
    machine: { nowMs: toMs, runs: runs.filter((run) => !hasEnded(run)) },
    ended: runs.filter(hasEnded),
  };
};
