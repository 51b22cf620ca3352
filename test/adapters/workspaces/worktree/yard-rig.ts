import { lstat, mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../../src/adapters/git/discover.ts';
import { worktreeWorkspaces } from '../../../../src/adapters/workspaces/worktree/worktree.ts';
import type { YardWorkspaces } from '../../../../src/adapters/workspaces/yard-workspaces.ts';
import type { Harvest, Workspace } from '../../../../src/domain/attempt/attempt.ts';
import type { Failure } from '../../../../src/domain/failure.ts';
import { attemptId } from '../../../../src/domain/ids.ts';
import type { Result } from '../../../../src/domain/result.ts';
import type { Removal, WorkspaceSpec } from '../../../../src/ports/workspaces.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { Files, TempRepo } from '../../../support/git-repo.ts';

/** A real repository with worktree workspaces beside it. */
export interface YardRig {
  readonly repo: TempRepo;
  readonly place: RepositoryPlace;
  readonly base: string;
  readonly root: string;
  readonly workspaces: YardWorkspaces;
  folder(attempt: string): string;
  spec(task?: string, n?: number): WorkspaceSpec;
  prepare(task?: string): Promise<Prepared>;
  readRef(this: void, ref: string): Promise<string | null>;
  /** Path → content of a commit; links as `-> target`. */
  filesOf(this: void, commit: string): Promise<Readonly<Record<string, string>>>;
}

/** A workspace with its spec at hand. */
export interface Prepared {
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly path: string;
  git(...args: readonly string[]): Promise<string>;
  harvest(): Promise<Harvest>;
  remove(): Promise<Removal>;
}

export const makeYard = async (
  files: Files = { 'a.txt': 'one\n' },
  options: { readonly name?: string; readonly initArgs?: readonly string[] } = {},
): Promise<YardRig> => {
  const name = options.name ?? 'app';
  const repo = await makeRepo({ ...options, files, name });
  const place = value(discoverRepository(repo.path));
  const base = await repo.git('rev-parse', 'HEAD');
  const workspaces = worktreeWorkspaces({ place });
  const folder = (attempt: string): string => join(place.stateDir, 'attempts', attempt);
  const spec = (task = 'core', n = 1): WorkspaceSpec => {
    const attempt = attemptId('r1', task, n);
    return {
      attempt,
      run: 'r1',
      task,
      n,
      base,
      level: 'worktree' as const,
      folder: folder(attempt),
    };
  };
  const prepare = async (task = 'core'): Promise<Prepared> => {
    const wanted = spec(task);
    await mkdir(wanted.folder, { recursive: true });
    const workspace = value(await workspaces.prepare(wanted));
    return {
      workspace,
      spec: wanted,
      path: workspace.path,
      git: (...args) => repo.gitIn(workspace.path, ...args),
      harvest: async () => value(await workspaces.harvest(workspace, wanted)),
      remove: async () => value(await workspaces.remove(workspace, wanted)),
    };
  };
  const filesOf = async (commit: string): Promise<Readonly<Record<string, string>>> => {
    const lines = (await repo.git('ls-tree', '-r', '-z', commit))
      .split('\0')
      .filter((line) => line !== '');
    const found: Record<string, string> = {};
    for (const line of lines) {
      const [meta = '', path = ''] = line.split('\t');
      const [mode, , id = ''] = meta.split(' ');
      const blob = mode === '160000' ? `gitlink ${id}` : await rawBlob(repo, id);
      found[path] = mode === '120000' ? `-> ${blob}` : blob;
    }
    return found;
  };
  return {
    repo,
    place,
    base,
    root: join(repo.base, `${name}.fanin`),
    workspaces,
    folder,
    spec,
    prepare,
    readRef: (ref) => repo.git('rev-parse', '-q', '--verify', ref).catch(() => null),
    filesOf,
  };
};

/** `git()` of the rig cuts one line end off; a blob’s own must stay. */
const rawBlob = async (repo: TempRepo, id: string): Promise<string> => {
  const size = Number(await repo.git('cat-file', '-s', id));
  const text = await repo.git('cat-file', 'blob', id);
  return Buffer.byteLength(text) === size ? text : `${text}\n`;
};

export const value = <T>(result: Result<T, Failure>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

export const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null)) !== null;

/** Path → content of everything below a work copy but `.git`; links as `-> target`. */
export const filesBelow = async (root: string): Promise<Readonly<Record<string, string>>> => {
  const found: Record<string, string> = {};
  const walk = async (relative: string): Promise<void> => {
    for (const entry of await readdir(join(root, relative), { withFileTypes: true })) {
      const path = join(relative, entry.name);
      if (entry.name === '.git') continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) found[path] = `-> ${await readlink(join(root, path))}`;
      else found[path] = await readFile(join(root, path), 'utf8');
    }
  };
  await walk('');
  return found;
};

/** The kinds of a harvest’s findings, sorted. */
export const kinds = (harvest: Harvest): readonly string[] =>
  harvest.findings.map((finding) => finding.kind).toSorted();
