import { existsSync, readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { git } from '../git.ts';
import { onTree } from '../object-access.ts';
import { pathText } from '../paths.ts';
import { trustedFilters } from '../filters.ts';
import { readSmall, statOf } from '../small-file.ts';

/** A repository that lies inside a workspace, relative to it. */
export interface NestedRepository {
  readonly path: string;
  /** Ignored by the outer repository: a package manager's clone more often than somebody's work. */
  readonly ignored: boolean;
}

/** Finds every repository below a workspace, ignored folders included. Links are not followed. */
export const findNested = async (
  workspace: string,
  gitDir: string,
): Promise<readonly NestedRepository[]> => {
  const found = await repositoriesBelow(Buffer.from(workspace));
  if (found.length === 0) return [];
  const ignored = await ignoredOf(workspace, gitDir, found);
  return found.map((path) => ({
    path: pathText(path),
    ignored: ignored.has(path.toString('latin1')),
  }));
};

/** Folders read before others have a turn: a package manager leaves tens of thousands. */
const FOLDERS_A_TURN = 200;

/** Names are bytes here: a folder whose name is not UTF-8 may hold a repository too. */
const repositoriesBelow = async (root: Buffer): Promise<readonly Buffer[]> => {
  const found: Buffer[] = [];
  const waiting: Buffer[] = [Buffer.alloc(0)];
  let folders = 0;
  for (let relative = waiting.pop(); relative !== undefined; relative = waiting.pop()) {
    const here = relative.length === 0 ? root : Buffer.concat([root, SLASH, relative]);
    const inside = relative.length === 0 ? relative : Buffer.concat([relative, SLASH]);
    for (const entry of entriesOf(here)) {
      const name = entry.name;
      const git = name.equals(DOT_GIT);
      if (!git && entry.isDirectory()) waiting.push(Buffer.concat([inside, name]));
      const below = git && relative.length > 0;
      if (below && isRepository(Buffer.concat([here, SLASH, name]))) found.push(relative);
    }
    folders += 1;
    if (folders % FOLDERS_A_TURN === 0) await immediate();
  }
  return found;
};

const SLASH = Buffer.from('/');
const DOT_GIT = Buffer.from('.git');

const entriesOf = (folder: Buffer): readonly Dirent<Buffer>[] => {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return [];
  }
};

const isRepository = (path: Buffer): boolean => {
  const found = statOf(path);
  if (found === null || found.isSymbolicLink()) return found !== null;
  if (found.isDirectory()) return existsSync(Buffer.concat([path, Buffer.from('/HEAD')]));
  return readSmall(path)?.startsWith('gitdir:') ?? false;
};

const ignoredOf = async (
  workspace: string,
  gitDir: string,
  found: readonly Buffer[],
): Promise<ReadonlySet<string>> => {
  const input = Buffer.concat(found.flatMap((path) => [path, Buffer.from('/\0')]));
  const options = onTree(gitDir, workspace, { readOnly: true, input, exits: [0, 1] });
  const output = await git(workspace, ['check-ignore', '-z', '--stdin'], options);
  if (!output.ok) return new Set();
  const lines = output.value.stdout.toString('latin1').split('\0');
  return new Set(lines.map((line) => line.replace(/\/$/, '')));
};

/**
 * Whether an ignored repository holds something that its remotes do not: changes, commits, stashes.
 * When in doubt it does.
 */
export const holdsWork = async (path: string, gitDir = `${path}/.git`): Promise<boolean> => {
  const filters = await trustedFilters(gitDir);
  if (!filters.ok) return true;
  const options = { readOnly: true, config: filters.value };
  const status = await git(path, ['status', '--porcelain=v1', '-z'], options);
  if (!status.ok || status.value.stdout.length > 0) return true;
  const args = ['rev-list', '-n', '1', '--all', 'HEAD', '--not', '--remotes', '--tags'];
  const own = await git(path, args, options);
  return !own.ok || own.value.stdout.length > 0;
};
