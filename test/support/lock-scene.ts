import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lockToolFor } from '../../src/domain/resolve/lock-tools.ts';
import type { LockTool } from '../../src/domain/resolve/lock-tools.ts';
import type { Files } from './git-repo.ts';
import { packageAt, tarballs } from './lock-packages.ts';
import { mergeScene } from './merge-scene.ts';
import type { MergeScene } from './merge-scene.ts';

export type Client = 'npm' | 'pnpm';

/** What a project needs: names and versions. */
export type Needs = Readonly<Record<string, string>>;

/** A project whose lock the real client has written, and deliveries that change what it needs. */
export interface LockScene extends MergeScene {
  readonly lock: string;
  /** The manifest and the lock that the client writes for it, starting from a lock that is there. */
  readonly files: (needs: Needs, lockBefore?: string) => Files;
  /** Null: an install that may not change the lock succeeds in a fresh checkout of the commit; else what it said. */
  readonly install: (commit: string) => Promise<string | null>;
  /** A client that runs in a folder; throws with what it said where it fails. */
  readonly run: (cwd: string, command: string) => void;
}

const ROOT = join(import.meta.dirname, '..', '..');

const LOCK = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml' } as const;

/** Installs that may not change the lock, for real. */
const FROZEN = {
  npm: 'npm ci --ignore-scripts --no-audit --no-fund',
  pnpm: 'pnpm install --frozen-lockfile --ignore-scripts',
} as const;

/** Makes one. No registry is asked: both clients are told to stay off the network. */
export const lockScene = async (client: Client, needs: Needs): Promise<LockScene> => {
  const lock = LOCK[client];
  const tool = lockToolFor(lock);
  if (tool === null) throw new Error(`nobody makes ${lock}`);
  const env = {
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
  const fixed = { ...tarballs(), '.gitignore': 'node_modules\n' };
  const scene = await mergeScene({ files: fixed, env });
  const run = (cwd: string, command: string): void => {
    const ran = spawnSync('sh', ['-c', command], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env, CI: 'true' },
    });
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stdout}${ran.stderr}`);
  };
  const files = (wanted: Needs, before?: string): Files =>
    written({ run, tool, lock, repo: scene.repo.path, base: scene.repo.base }, wanted, before);
  const base = await scene.deliver('c', files(needs));
  return {
    ...scene,
    base: base.commit,
    deliver: (task, changes, on = base.commit) => scene.deliver(task, changes, on),
    merge: (...deliveries) => scene.mergeOn(base.commit, ...deliveries),
    lock,
    files,
    run,
    install: async (commit) => {
      const folder = join(scene.repo.base, `install-${commit.slice(0, 12)}`);
      await scene.repo.git('worktree', 'add', '-q', '--detach', folder, commit);
      try {
        run(folder, FROZEN[client]);
        return null;
      } catch (error) {
        return String(error);
      } finally {
        await scene.repo.git('worktree', 'remove', '--force', folder);
      }
    },
  };
};

interface Writing {
  readonly run: LockScene['run'];
  readonly tool: LockTool;
  readonly lock: string;
  readonly repo: string;
  readonly base: string;
}

let count = 0;

const written = (
  { run, tool, lock, repo, base }: Writing,
  needs: Needs,
  before?: string,
): Files => {
  count += 1;
  const folder = join(base, `written-${String(count)}`);
  mkdirSync(folder);
  symlinkSync(join(repo, 'vendor'), join(folder, 'vendor'));
  const dependencies = Object.fromEntries(
    Object.entries(needs)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, version]) => [name, packageAt(name, version)]),
  );
  const manifest = `${JSON.stringify({ name: 'app', version: '1.0.0', dependencies }, null, 2)}\n`;
  writeFileSync(join(folder, 'package.json'), manifest);
  if (before !== undefined) writeFileSync(join(folder, lock), before);
  run(folder, tool.regenerate);
  return { 'package.json': manifest, [lock]: readFileSync(join(folder, lock), 'utf8') };
};
