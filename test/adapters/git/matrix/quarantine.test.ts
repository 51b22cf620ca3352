import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { openQuarantine } from '../../../../src/adapters/git/matrix/quarantine.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';

describe('a quarantine', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo({ name: 'a:b "c"' });
  });
  afterEach(() => repo.remove());
  const open = (alsoFrom: readonly string[] = []) => {
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    return openQuarantine(place.value, alsoFrom);
  };

  it('takes new objects, reads those of the repository, and goes', async () => {
    const quarantine = open(['/nowhere/at/all']);
    const git = (...args: readonly string[]) =>
      spawnSync('git', args, {
        cwd: repo.path,
        env: { ...process.env, ...quarantine.env() },
        input: 'new\n',
        encoding: 'utf8',
      });
    const id = git('hash-object', '-w', '--stdin').stdout.trim();
    expect(git('cat-file', 'blob', id).stdout).toBe('new\n');
    expect(git('cat-file', '-t', 'HEAD')).toMatchObject({ stdout: 'commit\n', stderr: '' });
    quarantine.close();
    expect(existsSync(quarantine.folder)).toBe(false);
    await expect(repo.git('cat-file', 'blob', id)).rejects.toThrow(id);
  });

  it('takes away what a process left that was killed, and nobody else’s', () => {
    const mine = open();
    const gone = spawnSync(process.execPath, ['-e', 'console.log(process.pid)'], {
      encoding: 'utf8',
    });
    const left = mine.folder.replace(String(process.pid), gone.stdout.trim());
    mkdirSync(left);
    const next = open();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(mine.folder)).toBe(true);
    expect(dirname(next.folder)).toBe(dirname(left));
    expect(join(next.folder, 'objects')).toBe(next.objects);
    mine.close();
    next.close();
  });
});
