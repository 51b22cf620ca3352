import type { Workspace } from '../domain/attempt/attempt.ts';

/** A script of the repository's that a person has said yes to. */
export interface SetupScript {
  /** Where it is written: `conductor.json:4`. */
  readonly name: string;
  readonly argv: readonly string[];
  /** Another one for another text, or for other files that it names. */
  readonly pin: string;
}

/** What check copies have beyond their work copy. */
export interface CheckSetup {
  /** Run in this order, behind the config's own set-up. */
  readonly scripts: readonly SetupScript[];
  /** Run when the checks are done. */
  readonly cleanup: readonly SetupScript[];
  /** Variables of these scripts and of the checks behind them, for a copy at that path. */
  readonly env: (path: string) => Readonly<Record<string, string>>;
  /** What a person should know: scripts that do not run. */
  readonly notes: readonly string[];
}

/** What a workspace has beyond its work copy. */
export interface WorkspaceSetup {
  /** Variables of the agent and of every set-up command. */
  readonly env: Readonly<Record<string, string>>;
  /** Run in this order, behind the config's own set-up. */
  readonly scripts: readonly SetupScript[];
  /** Run before the workspace is removed. */
  readonly cleanup: readonly SetupScript[];
  /** Folders (absolute) that these scripts read and never write: the main checkout. The agent does not see them. */
  readonly reads: readonly string[];
  /** What a person should know: scripts that do not run, values that were not understood. */
  readonly notes: readonly string[];
}

/**
 * What workspaces get by the config and by the set-up files of other tools, as they are in the commit that an attempt
 * starts from. Every method MUST be idempotent.
 */
export interface Setups {
  /** What belongs to the workspace; its ports are its own until `release`. */
  of(workspace: Workspace): Promise<WorkspaceSetup>;
  /** What belongs to check copies of a commit: trusted scripts as that commit has them. */
  forChecks(commit: string): Promise<CheckSetup>;
  /** Brings folders of the main checkout in as copies; what came of it, in words. Before an agent has been in it. */
  bring(workspace: Workspace): Promise<readonly string[]>;
  /** Gives its ports back: the workspace is gone. */
  release(workspace: Workspace): Promise<void>;
}
