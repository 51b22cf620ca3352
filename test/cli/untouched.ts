import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReader } from '../../src/adapters/store/reader.ts';
import { openProject } from '../../src/compose/project.ts';
import type { TempRepo } from '../support/git-repo.ts';

/** Everything that a refused command line must leave as it was. */
export interface Traces {
  readonly refs: string;
  readonly worktrees: string;
  readonly files: Readonly<Record<string, string>>;
  readonly status: string;
  readonly runs: readonly string[];
  readonly workspaces: boolean;
}

/** Looks at a repository, broken or not. */
export async function tracesOf(repo: TempRepo): Promise<Traces> {
  const asked = (...args: readonly string[]): Promise<string> =>
    repo.git(...args).catch(() => 'git cannot tell');
  return {
    refs: await asked('for-each-ref', '--format=%(refname) %(objectname)'),
    worktrees: await asked('worktree', 'list', '--porcelain'),
    files: await filesOf(repo.path),
    status: await asked('status', '--porcelain'),
    runs: runsOf(repo.path),
    workspaces: existsSync(`${repo.path}.fanin`),
  };
}

/** The main checkout, without what git keeps there. */
async function filesOf(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inGit = path
      .slice(root.length + 1)
      .split('/')
      .includes('.git');
    if (entry.isFile() && !inGit) found[path.slice(root.length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

function runsOf(root: string): readonly string[] {
  const place = openProject(root);
  if (!place.ok) return [];
  const reader = openReader(place.value.stateDir);
  if (!reader.ok || reader.value === null) return [];
  const runs = reader.value.runs().map(({ id }) => id);
  reader.value.close();
  return runs;
}
