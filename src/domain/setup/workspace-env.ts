import type { Family } from './asked.ts';
import { seedOf } from './port-block.ts';

/** What variables tell of one workspace. Paths absolute. */
export interface WorkspaceFacts {
  /** The attempt's id, which is the folder's name too. */
  readonly name: string;
  readonly path: string;
  readonly root: string;
  /** The branch that people take for the main one; null: nobody knows. */
  readonly defaultBranch: string | null;
  /** First of its ports; null: none was free. */
  readonly port: number | null;
}

/**
 * Variables of an attempt and of its set-up: fanin's own, and those of the tools whose files are there, so that
 * scripts written for them find what they look for.
 */
export function workspaceEnv(
  facts: WorkspaceFacts,
  families: readonly Family[],
): Readonly<Record<string, string>> {
  const { name, path, root, port } = facts;
  const ports = port === null ? {} : { PORT: String(port), FANIN_PORT: String(port) };
  const own = {
    ...ports,
    FANIN_WORKSPACE_NAME: name,
    FANIN_WORKSPACE_PATH: path,
    FANIN_ROOT_PATH: root,
    FANIN_SLUG: slugOf(facts),
    COMPOSE_PROJECT_NAME: slugOf(facts),
  };
  const foreign = families.map((family) => FOREIGN[family](facts));
  return Object.assign({}, ...foreign, own) as Readonly<Record<string, string>>;
}

/**
 * A name for databases, containers and the like: letters, digits and `_`, at most 40 long, another one for another
 * workspace of whatever repository on this machine.
 */
export function slugOf({ name, path }: Pick<WorkspaceFacts, 'name' | 'path'>): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '');
  return `fanin_${words.slice(0, 25)}_${seedOf(path).toString(36)}`.replaceAll('__', '_');
}

const FOREIGN: Readonly<
  Record<Family, (facts: WorkspaceFacts) => Readonly<Record<string, string>>>
> = {
  claude: () => ({}),
  codex: ({ path, root }) => ({ CODEX_WORKTREE_PATH: path, CODEX_SOURCE_TREE_PATH: root }),
  conductor: ({ name, path, root, defaultBranch, port }) => ({
    CONDUCTOR_WORKSPACE_NAME: name,
    CONDUCTOR_WORKSPACE_PATH: path,
    CONDUCTOR_ROOT_PATH: root,
    ...(defaultBranch === null ? {} : { CONDUCTOR_DEFAULT_BRANCH: defaultBranch }),
    ...(port === null ? {} : { CONDUCTOR_PORT: String(port) }),
  }),
  cursor: ({ root }) => ({ ROOT_WORKTREE_PATH: root }),
  orca: ({ name, path, root }) => ({
    ORCA_WORKSPACE_NAME: name,
    ORCA_WORKTREE_PATH: path,
    ORCA_ROOT_PATH: root,
  }),
};
