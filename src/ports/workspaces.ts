import type { Harvest, IsolationLevel, Workspace } from '../domain/attempt/attempt.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId, TaskId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { Network, Share } from './boundary.ts';
import type { CommandSpec } from './commands.ts';

/** What a kind of workspace gives. `boundary`: the kernel holds the agent in. */
export interface WorkspaceCapabilities {
  /** The strongest level that there is. */
  readonly level: IsolationLevel;
  readonly boundary: boolean;
}

/** What a command needs inside beyond the workspace itself. Without a boundary it is there anyway. */
export interface Needs {
  /** Files and folders of the host's, on top of the workspace's own. */
  readonly shares: readonly Share[];
  /** What it finds in its private HOME. */
  readonly home: readonly HomeFile[];
  readonly network: Network;
}

/** A file or folder of the host's in the private HOME. */
export interface HomeFile {
  /** Absolute, and there. */
  readonly from: string;
  /** Below HOME. */
  readonly to: string;
  /** `copy`: what is changed inside stays inside; `read`: it can be read; `share`: it can be written, the host's own. */
  readonly how: 'copy' | 'read' | 'share';
}

/** Nothing but the workspace. */
export const NOTHING_MORE: Needs = { shares: [], home: [], network: { mode: 'none' } };

/** The attempt a workspace is for. */
export interface WorkspaceSpec {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
  readonly base: string;
  readonly level: IsolationLevel;
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
  readonly level: IsolationLevel;
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
  /**
   * The command as it must be started to run inside a workspace or a check copy. It stays good until
   * the next call for that place. Codes: `workspace-missing`, those of the boundary.
   */
  enter(
    place: Pick<Workspace, 'path' | 'level'>,
    command: CommandSpec,
    needs: Needs,
  ): Promise<Result<CommandSpec, Failure>>;
  /** Takes everything that lies in the workspace into `refs/fanin/<run>/harvest/<task>/<n>`. */
  harvest(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Harvest, Failure>>;
  /** Removes it when everything in it is held elsewhere; looks again at the last moment. */
  remove(workspace: Workspace, spec: WorkspaceSpec): Promise<Result<Removal, Failure>>;
  /** A clean work copy at `commit` with nothing left of an earlier use but set-up products. */
  checkCopy(run: RunId, commit: string, level: IsolationLevel): Promise<Result<CheckCopy, Failure>>;
}
