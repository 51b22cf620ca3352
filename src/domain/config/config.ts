import type { AgentSpec, CheckDefinition } from '../plan/plan.ts';
import type { Grants } from '../plan/grants.ts';
import type { Price } from '../cost/price.ts';
import type { ResolveRules } from '../resolve/rules.ts';
import type { Layered } from './layers.ts';

/** The config of a repository, resolved: defaults filled in, every reference known to exist. */
export interface Config {
  /** What the config's values come to over the defaults, and where each comes from. */
  readonly layered: Layered;
  /** Command that makes a work copy ready, or null. */
  readonly setup: CheckDefinition | null;
  /** In the order they are written. */
  readonly checks: readonly CheckDefinition[];
  /** By name; those of `BUILT_IN_AGENTS` are always there. */
  readonly agents: readonly AgentSpec[];
  /** Prices that win over the table's. */
  readonly prices: readonly Price[];
  /** What those behind a boundary get beyond their workspace. */
  readonly grants: Grants;
  /** Who may settle shared kinds of file on the way to the target. */
  readonly resolve: ResolveRules;
  /** Environment of every task. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder for workspaces, absolute; null: beside the repository. */
  readonly workspacesRoot: string | null;
  /** Paths that git ignores and that workspaces get as copies, relative to the root. */
  readonly bring: readonly string[];
  /**
   * What is done at a landing beyond moving the target: its commit signed, the repository's hooks run, and the
   * branch moved that others push to, `<remote>/<branch>`; null: nobody does.
   */
  readonly landing: {
    readonly sign: boolean;
    readonly hooks: boolean;
    readonly push: string | null;
  };
  /** Bytes of one of them at most where the file system cannot share blocks. */
  readonly copyLimit: number;
  /** Bytes that an attempt behind a boundary may take on the disk. */
  readonly diskLimit: number;
}
