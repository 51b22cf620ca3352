import type { Attempt, Workspace } from '../domain/attempt/attempt.ts';
import { hasProcess } from '../domain/attempt/evolve.ts';
import { nextLookIn } from '../domain/checkpoint/rhythm.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Checkpoint } from '../ports/checkpoints.ts';
import type { HeldCheckpoint } from '../ports/telemetry.ts';
import type { WorkspaceSpec } from '../ports/workspaces.ts';
import { createCheckpointPruning } from './checkpoint-pruning.ts';
import type { EngineDeps } from './deps.ts';

/**
 * Looks at the workspaces of live attempts again and again, and holds what is new in them. No
 * decision hangs on it: what it meets is noted in the attempt's folder, and never hurts the run.
 */
export interface Checkpointer {
  /**
   * Follows the attempts: looks at once when one wraps up or is stopped. One that has ended is left:
   * its harvest holds the same tree.
   */
  attend(run: RunState): void;
  /** The attempt's newest checkpoint, as far as this session knows. */
  readonly last: (attempt: AttemptId) => HeldCheckpoint | null;
  /** Resolves when its workspace is looked at no more: it may go. */
  readonly leave: (attempt: AttemptId) => Promise<void>;
  close(): Promise<void>;
}

type Followed = Extract<Attempt, { readonly workspace: Workspace; readonly startedAt: number }>;

interface Watched {
  readonly workspace: Workspace;
  readonly spec: Omit<WorkspaceSpec, 'folder'>;
  phase: Attempt['phase'];
  /** How long after the look before it the next one was to be. */
  afterMs: number;
  last: HeldCheckpoint | null;
  cancel: () => void;
  /** The look that is under way. */
  looking: Promise<void> | null;
  /** Something has happened since it began: another one is due at once. */
  again: boolean;
  left: boolean;
  noted: string;
}

/** In the attempt's folder: what could not be held, in words. */
const NOTE = 'checkpoint-note.txt';

/** Told an attempt's newest checkpoint after each look. */
type Held = (checkpoint: Checkpoint) => void;

/** Follows nobody yet. */
export const createCheckpointer = (deps: EngineDeps, held: Held): Checkpointer => {
  const watched = new Map<AttemptId, Watched>();
  const pruning = createCheckpointPruning(deps);

  const look = (each: Watched): void => {
    each.cancel();
    if (each.left) return;
    if (each.looking !== null) {
      each.again = true;
      return;
    }
    each.again = false;
    each.looking = lookAndGoOn(each);
  };
  const lookAndGoOn = async (each: Watched): Promise<void> => {
    await lookOnce(deps, each, held);
    each.looking = null;
    if (each.again) look(each);
    else schedule(each);
  };
  const schedule = (each: Watched): void => {
    if (each.left) return;
    each.cancel = deps.clock.schedule(each.afterMs, () => look(each));
  };
  const follow = (attempt: Followed): void => {
    const known = watched.get(attempt.id);
    if (known === undefined) {
      const made = newWatched(attempt);
      watched.set(attempt.id, made);
      schedule(made);
      return;
    }
    if (known.phase === attempt.phase) return;
    known.phase = attempt.phase;
    look(known);
  };
  const leave = async (attempt: AttemptId): Promise<void> => {
    const known = watched.get(attempt);
    if (known === undefined) return;
    known.left = true;
    known.cancel();
    await known.looking;
  };

  return {
    attend: (run) => {
      pruning.attend(run);
      for (const attempt of Object.values(run.attempts)) {
        if (hasProcess(attempt)) follow(attempt);
        else void leave(attempt.id);
      }
    },
    last: (attempt) => watched.get(attempt)?.last ?? null,
    leave,
    close: async () => {
      await Promise.all([...watched.keys()].map(leave));
      await pruning.close();
    },
  };
};

const newWatched = (attempt: Followed): Watched => {
  const { id, run, task, n, base, workspace, phase } = attempt;
  return {
    workspace,
    spec: { attempt: id, run, task, n, base, level: workspace.level },
    phase,
    afterMs: nextLookIn(null),
    last: null,
    cancel: () => undefined,
    looking: null,
    again: false,
    left: false,
    noted: '',
  };
};

/** Never rejects. */
const lookOnce = async (deps: EngineDeps, each: Watched, held: Held): Promise<void> => {
  const { attempt } = each.spec;
  const started = deps.clock.now();
  let changed = 0;
  let note: string;
  try {
    const folder = await deps.files.folder(attempt);
    const taken = await deps.checkpoints.take(each.workspace, { ...each.spec, folder });
    if (taken.ok) {
      const newest = taken.value.kind === 'taken' ? taken.value.checkpoint : taken.value.last;
      if (newest !== null) {
        each.last = { seq: newest.seq, at: newest.at };
        held(newest);
      }
      changed = taken.value.kind === 'taken' ? taken.value.changed : 0;
      note = taken.value.left.join('\n');
    } else note = `${taken.error.code}: ${taken.error.message}`;
  } catch (thrown) {
    note = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  each.afterMs = nextLookIn({
    costMs: deps.clock.now() - started,
    changed,
    afterMs: each.afterMs,
  });
  if (note === each.noted) return;
  each.noted = note;
  const text = note === '' ? '' : `${deps.timeText(started)}\n${note}\n`;
  // A disk that is full takes no notes either.
  await deps.files.write(attempt, NOTE, text).catch(() => undefined);
};
