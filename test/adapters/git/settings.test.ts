import { appendFile, chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsReader } from '../../../src/adapters/git/settings.ts';
import type { ReadSettings } from '../../../src/adapters/git/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

describe('reading settings', () => {
  let repo: TempRepo;
  let gitDir: string;
  let read: ReadSettings;
  let path: string | undefined;
  beforeEach(async () => {
    repo = await makeRepo();
    gitDir = join(repo.path, '.git');
    read = settingsReader();
    // A git that writes down how often it was asked.
    const bin = join(repo.base, 'bin');
    await mkdir(bin);
    path = process.env['PATH'];
    const real = `PATH='${path ?? ''}'`;
    await writeFile(
      join(bin, 'git'),
      `#!/bin/sh\n[ "$1" = config ] && echo asked >>'${repo.base}/asked'\n${real} exec git "$@"\n`,
    );
    await chmod(join(bin, 'git'), 0o755);
    process.env['PATH'] = `${bin}:${path ?? ''}`;
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    await repo.remove();
  });

  const valueOf = async (key: string, folder = gitDir): Promise<string | null> => {
    const settings = await read(folder);
    if (!settings.ok) throw new Error(settings.error.message);
    return settings.value.findLast((setting) => setting.key === key)?.value ?? null;
  };
  const asked = async (): Promise<number> =>
    (await readFile(join(repo.base, 'asked'), 'utf8').catch(() => '')).split('\n').length - 1;
  /** Settles when the reader answers without git. */
  const remembered = (folder = gitDir) =>
    eventually('the settings to be remembered', async () => {
      const before = await asked();
      await read(folder);
      return (await asked()) === before;
    });

  it('asks git once for what does not change', async () => {
    await remembered();
    const before = await asked();
    expect(await valueOf('core.bare')).toBe('false');
    expect(await valueOf('user.name')).toBe('Test Person');
    expect(await asked()).toBe(before);
  });

  it('asks again after a change that keeps size and time of the file', async () => {
    const config = join(gitDir, 'config');
    await appendFile(config, '[filter "x"]\n\tclean = aaa\n');
    expect(await valueOf('filter.x.clean')).toBe('aaa');
    await remembered();
    const { atime, mtime } = await stat(config);
    await writeFile(config, (await readFile(config, 'utf8')).replace('aaa', 'bbb'));
    await utimes(config, atime, mtime);
    expect(await valueOf('filter.x.clean')).toBe('bbb');
  });

  it('does not remember what has only just changed', async () => {
    const config = join(gitDir, 'config');
    const text = await readFile(config, 'utf8');
    for (let index = 0; index < 20; index += 1) {
      await writeFile(config, `${text}[filter "x"]\n\tclean = v${String(index % 10)}\n`);
      expect(await valueOf('filter.x.clean')).toBe(`v${String(index % 10)}`);
    }
  });

  it.each([
    ['the user’s own file', () => join(repo.home, '.gitconfig')],
    ['the user’s other file', () => join(repo.home, '.config', 'git', 'config')],
  ])('sees that %s changes, comes and goes', async (_name, file) => {
    await mkdir(join(repo.home, '.config', 'git'), { recursive: true });
    await remembered();
    await appendFile(file(), '[filter "lfs"]\n\tclean = git-lfs\n');
    expect(await valueOf('filter.lfs.clean')).toBe('git-lfs');
    await remembered();
    await rm(file());
    expect(await valueOf('filter.lfs.clean')).toBeNull();
  });

  it('keeps the work copies apart that have settings of their own', async () => {
    await repo.git('worktree', 'add', '-q', join(repo.base, 'one'));
    await repo.git('worktree', 'add', '-q', join(repo.base, 'two'));
    const [one, two] = [join(gitDir, 'worktrees/one'), join(gitDir, 'worktrees/two')];
    await remembered();
    const before = await asked();
    expect(await valueOf('filter.x.clean', one)).toBeNull();
    expect(await asked()).toBe(before);
    await repo.git('config', 'extensions.worktreeConfig', 'true');
    await repo.gitIn(join(repo.base, 'two'), 'config', '--worktree', 'filter.x.clean', 'evil');
    expect(await valueOf('filter.x.clean', two)).toBe('evil');
    expect(await valueOf('filter.x.clean', one)).toBeNull();
    await remembered(two);
    await rm(join(two, 'config.worktree'));
    expect(await valueOf('filter.x.clean', two)).toBeNull();
  });

  it('follows a git folder that is led elsewhere', async () => {
    await repo.git('worktree', 'add', '-q', join(repo.base, 'one'));
    const one = join(gitDir, 'worktrees/one');
    await remembered(one);
    await repo.git('init', '-q', join(repo.base, 'other'));
    await repo.gitIn(join(repo.base, 'other'), 'config', 'filter.x.clean', 'evil');
    await writeFile(join(one, 'commondir'), `${join(repo.base, 'other', '.git')}\n`);
    expect(await valueOf('filter.x.clean', one)).toBe('evil');
  });

  it('reads files that are included anew each time', async () => {
    const included = join(repo.base, 'included');
    await repo.git('config', 'include.path', included);
    expect(await valueOf('filter.x.clean')).toBeNull();
    await writeFile(included, '[filter "x"]\n\tclean = evil\n');
    expect(await valueOf('filter.x.clean')).toBe('evil');
    await rm(included);
    expect(await valueOf('filter.x.clean')).toBeNull();
  });

  it('fails where git does, and remembers no failure', async () => {
    const config = join(gitDir, 'config');
    const text = await readFile(config, 'utf8');
    await writeFile(config, '[broken\n');
    expect((await read(gitDir)).ok).toBe(false);
    await writeFile(config, text);
    expect(await valueOf('core.bare')).toBe('false');
  });
});
