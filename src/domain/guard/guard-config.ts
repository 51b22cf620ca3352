import { parseScope } from '../plan/scope.ts';
import type { Ground } from './ground.ts';

/** What the guard of one attempt is told, as a file in the attempt's folder. Paths are absolute. */
export interface GuardConfig {
  readonly schema: 1;
  readonly attempt: string;
  readonly workspace: string;
  readonly main: string;
  readonly gitDir: string;
  readonly neighbours: string | null;
  readonly allowed: readonly string[];
  readonly ownGit: boolean;
  readonly branches: string | null;
  /** The globs of the task's scope; null: anywhere. */
  readonly writes: readonly string[] | null;
  /** Whether the kernel holds the agent in its workspace. */
  readonly boundary: boolean;
  /** Where refusals are noted; the first one that can be written. */
  readonly logs: readonly string[];
}

type Rule = (value: unknown) => boolean;

const text: Rule = (value) => typeof value === 'string';
const path: Rule = (value) => typeof value === 'string' && value.startsWith('/');
const flag: Rule = (value) => typeof value === 'boolean';
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);

const SHAPE: Readonly<Record<keyof GuardConfig, Rule>> = {
  schema: (value) => value === 1,
  attempt: text,
  workspace: path,
  main: path,
  gitDir: path,
  neighbours: orNull(path),
  allowed: listOf(path),
  ownGit: flag,
  branches: orNull(text),
  writes: orNull(listOf(text)),
  boundary: flag,
  logs: listOf(path),
};

/** The config in a JSON value; null where anything in it is not as it must be. */
export function readGuardConfig(value: unknown): GuardConfig | null {
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Readonly<Record<string, unknown>>;
  const fits = Object.entries(SHAPE).every(([key, rule]) => rule(record[key]));
  return fits ? (value as GuardConfig) : null;
}

/** The ground that a config describes; null where its scope cannot be read. */
export function groundOf(config: GuardConfig): Ground | null {
  const { workspace, main, gitDir, neighbours, allowed, ownGit, branches, writes } = config;
  const scope = writes === null ? null : parseScope(writes);
  if (scope !== null && !scope.ok) return null;
  return {
    workspace,
    main,
    gitDir,
    neighbours,
    allowed,
    ownGit,
    branches,
    scope: scope === null ? null : scope.value,
  };
}
