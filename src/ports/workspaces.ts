import type { Harvest, Workspace } from '../domain/attempt/attempt.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId, TaskId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';

/** What a kind of workspace gives. `boundary`: the kernel holds the agent in. */
export interface WorkspaceCapabilities {
  readonly level: 'worktree';
  readonly boundary: boolean;
}

/** A command before or after a workspace has wrapped it. */
export interface CommandSpec {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The attempt a workspace is for. */
export interface WorkspaceSpec {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
  readonly base: string;
  /** The attempt's state folder (absolute). */
  readonly folder: string;
}

/** What removing a workspace came to. `kept` says why it still stands. */
export type Removal =
  | { readonly removed: true }
  | { readonly removed: false; readonly kept: string };

/** A work copy that holds one commit, for checks. Each copy has one user at a time. */
export interface CheckCopy {
  readonly path: string;
  /** What the set-up that lies in the copy was made from (see `markSetup`); null: none was made. */
  setupKey(): Promise<string | null>;
  /** Says that the set-up is done, and from what. The ignored files there now are kept for later uses. */
  markSetup(key: string): Promise<void>;
  /** Gives it back for the next use. */
  release(): Promise<void>;
}

/**
 * Isolated places for attempts and checks. All git on an agent's tree goes through here.
 * Every method MUST be idempotent: it may be called again after a crash with the same argument.
 */
export interface Workspaces {
  readonly capabilities: WorkspaceCapabilities;
  /** Makes the work copy, brings in files. MUST serialise creation. Set-up is the engine's. */
  prepare(spec: WorkspaceSpec): Promise<Result<Workspace, Failure>>;
  /** The command as it must be started to run inside. Pure. */
  wrap(workspace: { readonly path: string }, command: CommandSpec): CommandSpec;
  /** Takes everything that lies in the workspace into `refs/fanin/<run>/harvest/<task>/<n>`. */
  harvest(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Harvest, Failure>>;
  /** Removes it when everything in it is held elsewhere; looks again at the last moment. */
  remove(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Removal, Failure>>;
  /** A clean work copy at `commit` with nothing left of an earlier use but set-up products. */
  checkCopy(run: RunId, commit: string): Promise<Result<CheckCopy, Failure>>;
}
