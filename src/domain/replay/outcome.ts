import type { Bits, Truth } from './truth.ts';

/** What came of a workload under one policy. Times in ms of simulated time. */
export interface ReplayOutcome {
  readonly changes: number;
  /** From arrival to landing, of each change that landed, in the order of landing. */
  readonly turnaroundsMs: readonly number[];
  /** Sent back: all, and those that are sound and go with everything that landed. */
  readonly returned: number;
  readonly falseEjections: number;
  /** Moves of the target to a tree that is red; to one on which no check has passed. */
  readonly redTargets: number;
  readonly untestedTargets: number;
  /** Changes of the target's history on which no check has passed: the inner ones of groups. */
  readonly untestedCommits: number;
  /** Runs that were started; the time they held their slots, and how much of it brought nothing. */
  readonly checks: number;
  readonly busyMs: number;
  readonly wastedMs: number;
  /** When the last change landed or was sent back. */
  readonly makespanMs: number;
}

/** A run whose slot is free again. */
export interface FinishedRun {
  readonly tree: Bits;
  /** Null: it was cancelled. */
  readonly green: boolean | null;
  readonly ms: number;
}

/** Keeps account of one replay. */
export interface Account {
  readonly started: () => void;
  /** Runs that ended at the same time, all at once. */
  readonly finished: (runs: readonly FinishedRun[]) => void;
  readonly landed: (move: TargetMove) => void;
  readonly returned: (id: string, atMs: number) => void;
  /** `target`: all that has landed. */
  readonly outcome: (target: Bits) => ReplayOutcome;
}

/** A move of the target. */
export interface TargetMove {
  readonly atMs: number;
  readonly ids: readonly string[];
  /** What the target holds with the first, the first two … of `ids`. */
  readonly trees: readonly Bits[];
}

/** An account of which nothing is known yet. */
export const newAccount = (truth: Truth, changes: number): Account => {
  const runs: FinishedRun[] = [];
  const turnaroundsMs: number[] = [];
  const returned: string[] = [];
  const sums = { checks: 0, busyMs: 0, wastedMs: 0, makespanMs: 0 };
  const targets = { redTargets: 0, untestedTargets: 0, untestedCommits: 0 };
  const isGreen = (tree: Bits): boolean =>
    runs.some((run) => run.green === true && run.tree === tree);
  return {
    started: () => void (sums.checks += 1),
    finished: (ended) => {
      for (const run of ended) {
        sums.busyMs += run.ms;
        if (isWaste(run, runs, ended)) sums.wastedMs += run.ms;
      }
      runs.push(...ended);
    },
    landed: ({ atMs, ids, trees }) => {
      for (const id of ids) turnaroundsMs.push(atMs - truth.change(id).arrivesMs);
      const last = trees.at(-1);
      if (last === undefined) return;
      if (!truth.isSound(last)) targets.redTargets += 1;
      if (!isGreen(last)) targets.untestedTargets += 1;
      targets.untestedCommits += trees.filter((tree) => !isGreen(tree)).length;
      sums.makespanMs = Math.max(sums.makespanMs, atMs);
    },
    returned: (id, atMs) => {
      returned.push(id);
      sums.makespanMs = Math.max(sums.makespanMs, atMs);
    },
    outcome: (target) => ({
      changes,
      turnaroundsMs,
      returned: returned.length,
      falseEjections: returned.filter((id) => truth.change(id).sound && !truth.clashes(id, target))
        .length,
      ...targets,
      ...sums,
    }),
  };
};

/**
 * A run that was cancelled, or whose answer followed from others: red with a red part, or green as a
 * part of what had been green. `beside`: what ended at the same time.
 */
const isWaste = (
  run: FinishedRun,
  before: readonly FinishedRun[],
  beside: readonly FinishedRun[],
): boolean => {
  if (run.green === null) return true;
  if (run.green) return before.some(({ green, tree }) => green === true && isPart(run.tree, tree));
  return [...before, ...beside].some(
    (other) => other !== run && other.green === false && isPart(other.tree, run.tree),
  );
};

const isPart = (part: Bits, whole: Bits): boolean => (part & whole) === part;
