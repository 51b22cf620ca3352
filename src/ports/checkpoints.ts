import type { Workspace } from '../domain/attempt/attempt.ts';
import type { CheckpointPolicy } from '../domain/checkpoint/pruning.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId, TaskId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { WorkspaceSpec } from './workspaces.ts';

/** Names an attempt by its parts. */
export interface AttemptKey {
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
}

/** What a workspace held while its agent was at work. */
export interface Checkpoint extends AttemptKey {
  readonly attempt: AttemptId;
  /** Counts the checkpoints of the attempt, from 1. */
  readonly seq: number;
  readonly commit: string;
  readonly tree: string;
  /** The commit the agent was at; the parent of `commit`. */
  readonly head: string;
  /** Epoch ms, to the second. */
  readonly at: number;
}

/**
 * What a look at a workspace came to. `left`: what could not be taken, one line each.
 * `unchanged`: nothing differs from the last checkpoint (null: from the base).
 */
export type CheckpointTaken =
  | {
      readonly kind: 'taken';
      readonly checkpoint: Checkpoint;
      /** Files that differ from the last checkpoint, or from the base where it is the first. */
      readonly changed: number;
      readonly left: readonly string[];
    }
  | {
      readonly kind: 'unchanged';
      readonly last: Checkpoint | null;
      readonly left: readonly string[];
    };

/** A copy outside git: of a repository inside the workspace, or of a secret that was changed. */
export interface KeptBeside {
  readonly kind: 'nested' | 'brought-in';
  /** Relative to the workspace. */
  readonly path: string;
  /** Where the archive or the copy lies (absolute). */
  readonly copy: string;
}

/**
 * Where live workspaces are held, so that the death of agent, engine and host costs seconds of work.
 * An attempt's own git never waits for any of this, and sees none of it.
 */
export interface Checkpoints {
  /** Holds what lies in the workspace now. Codes: `workspace-missing`, `disk-full`, those of git. */
  take(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<CheckpointTaken, Failure>>;
  /** Every checkpoint of the attempts that match, by run, task, n and seq. */
  list(of: Partial<AttemptKey>): Promise<Result<readonly Checkpoint[], Failure>>;
  /** The attempt's newest; null when it has none. */
  latest(of: AttemptKey): Promise<Result<Checkpoint | null, Failure>>;
  /** What is held outside git for the attempt whose state folder this is. */
  beside(folder: string): Promise<readonly KeptBeside[]>;
  /** Writes the checkpoint's files into a folder that is empty or not there. Codes: `folder-not-empty`, those of git. */
  restore(checkpoint: Checkpoint, folder: string): Promise<Result<null, Failure>>;
  /** Lets go of checkpoints by age and number; the value says which. */
  prune(policy: CheckpointPolicy): Promise<Result<readonly Checkpoint[], Failure>>;
}
