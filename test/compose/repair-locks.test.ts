import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/capabilities.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { bound, names, repaired } from './repair-rig.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const repository = async (): Promise<TempRepo> => (repo = await makeRepo());

const old = async (file: string): Promise<void> => {
  await writeFile(file, 'half an index');
  const then = new Date(Date.now() - 600_000);
  await utimes(file, then, then);
};

describeWith(['proc'], 'a lock file of git’s', () => {
  it('that nobody holds any more is moved away, not lost, and git works again', async () => {
    const { path, gitIn } = await repository().then(bound);
    await old(join(path, '.git/index.lock'));
    await writeFiles(path, { 'new.txt': '1\n' });
    await expect(gitIn(path, 'add', '-A')).rejects.toThrow(/index\.lock/u);
    expect(names(await repaired(path))).toEqual([['.git/index.lock', true]]);
    await gitIn(path, 'add', '-A');
    const [kept = ''] = (await readdir(join(path, '.git/fanin/repairs'))).filter((name) =>
      name.endsWith('index.lock'),
    );
    expect(await readFile(join(path, '.git/fanin/repairs', kept), 'utf8')).toBe('half an index');
  });

  it('goes before the config is written, which it would keep from being so', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.bare', 'true');
    await old(join(path, '.git/config.lock'));
    expect(names(await repaired(path))).toEqual([
      ['.git/config.lock', true],
      ['core.bare', true],
    ]);
  });

  it('that is young stays', async () => {
    const { path } = await repository();
    await writeFile(join(path, '.git/index.lock'), '');
    const [one] = await repaired(path);
    expect(one).toMatchObject({
      done: false,
      text: expect.stringContaining('not a minute old') as string,
    });
    await stat(join(path, '.git/index.lock'));
  });

  it('that a process has open stays', async () => {
    const { path } = await repository();
    const lock = join(path, '.git/packed-refs.lock');
    await old(lock);
    const file = openSync(lock, 'r');
    const holder = spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', file] });
    closeSync(file);
    await once(holder, 'spawn');
    try {
      const [one] = await repaired(path);
      expect(one?.text).toContain(`process ${holder.pid} (sleep) may hold it`);
      await stat(lock);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    expect(names(await repaired(path))).toEqual([['.git/packed-refs.lock', true]]);
  });

  it('stays while a git is at work in the repository', async () => {
    const { path } = await repository();
    await old(join(path, '.git/index.lock'));
    const git = spawn('git', ['cat-file', '--batch'], {
      cwd: path,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    git.stdin.write('HEAD\n');
    await once(git.stdout, 'data');
    try {
      const [one] = await repaired(path);
      expect(one?.text).toContain(`process ${git.pid} (git) may hold it`);
    } finally {
      git.stdin.end();
      await once(git, 'exit');
    }
  });
});
