import type { Workspace } from '../domain/attempt/attempt.ts';
import { nextCountIn } from '../domain/attempt/disk.ts';
import { hasProcess } from '../domain/attempt/evolve.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';

/** Counts again and again what live attempts take on the disk, and says so where it is more than they may. */
export interface DiskWatch {
  attend(run: RunState): void;
  /** What was counted last; null: nothing yet. */
  readonly last: (attempt: AttemptId) => number | null;
  close(): Promise<void>;
}

interface Watched {
  readonly workspace: Workspace;
  bytes: number | null;
  cancel: () => void;
  counting: Promise<void>;
  left: boolean;
}

/** Follows nobody yet. */
export const createDiskWatch = (
  { clock, disk }: Pick<EngineDeps, 'clock' | 'disk'>,
  tell: (command: RunCommand) => void,
): DiskWatch => {
  const watched = new Map<AttemptId, Watched>();
  const count = async (attempt: AttemptId, each: Watched): Promise<void> => {
    const started = clock.now();
    try {
      // What is far above needs no exact figure.
      const enough = (bytes: number): boolean => each.left || bytes > 2 * disk.most;
      const bytes = await disk.use(each.workspace, enough);
      if (each.left) return;
      each.bytes = bytes;
      if (bytes > disk.most) tell({ type: 'disk-taken', attempt, bytes, most: disk.most });
    } catch {
      // What cannot be counted now is counted next time; the run has nothing of it.
    }
    schedule(attempt, each, nextCountIn(clock.now() - started));
  };
  const schedule = (attempt: AttemptId, each: Watched, afterMs: number): void => {
    if (each.left) return;
    each.cancel = clock.schedule(afterMs, () => {
      each.counting = count(attempt, each);
    });
  };
  const leave = (each: Watched): void => {
    each.left = true;
    each.cancel();
  };
  return {
    attend: (run) => {
      for (const attempt of Object.values(run.attempts)) {
        const known = watched.get(attempt.id);
        if (!hasProcess(attempt)) {
          if (known !== undefined) leave(known);
        } else if (known === undefined) {
          const { workspace } = attempt;
          const made = { workspace, bytes: null, left: false, ...NOT_YET };
          watched.set(attempt.id, made);
          schedule(attempt.id, made, nextCountIn(0));
        }
      }
    },
    last: (attempt) => watched.get(attempt)?.bytes ?? null,
    close: async () => {
      for (const each of watched.values()) leave(each);
      await Promise.all([...watched.values()].map(({ counting }) => counting));
    },
  };
};

const NOT_YET = { cancel: (): void => undefined, counting: Promise.resolve() };
