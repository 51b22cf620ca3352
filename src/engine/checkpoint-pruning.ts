import { USUAL_PRUNING } from '../domain/checkpoint/pruning.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';

/** Lets go of a run's old checkpoints, now and then and at the end of a session. */
export interface CheckpointPruning {
  attend(run: RunState): void;
  close(): Promise<void>;
}

const INTERVAL_MS = 600_000;

/** Nothing is pruned before the first interval is over. */
export const createCheckpointPruning = (deps: EngineDeps): CheckpointPruning => {
  let latest: RunState | null = null;
  let dueAt: number | null = null;
  let pruning = Promise.resolve();
  return {
    attend: (run) => {
      latest = run;
      const now = deps.clock.now();
      dueAt ??= now + INTERVAL_MS;
      if (now < dueAt) return;
      dueAt = now + INTERVAL_MS;
      pruning = after(pruning, () => prune(deps, run));
    },
    close: async () => {
      await pruning;
      if (latest !== null) await prune(deps, latest);
    },
  };
};

const after = async (earlier: Promise<void>, work: () => Promise<void>): Promise<void> => {
  await earlier;
  await work();
};

/** Never rejects: what stays too long hurts nobody. */
const prune = async (deps: EngineDeps, run: RunState): Promise<void> => {
  const landed = Object.values(run.attempts)
    .filter(({ task }) => run.tasks[task]?.phase === 'landed')
    .map(({ id }) => id);
  const policy = { ...USUAL_PRUNING, now: deps.clock.now(), runs: [run.id], landed };
  await deps.checkpoints.prune(policy).catch(() => undefined);
};
