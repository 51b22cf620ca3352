import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonEnvironment, gitVariables } from '../../../src/adapters/git/environment.ts';
import { parseSettings } from '../../../src/adapters/git/settings.ts';
import { git, gitAll, gitLine } from '../../../src/adapters/git/git.ts';
import { fields, pathText } from '../../../src/adapters/git/paths.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

describe('the environment of git', () => {
  it('keeps who the user is and drops which repository they were in', () => {
    const env = commonEnvironment({
      HOME: '/h',
      GIT_DIR: '/x',
      GIT_INDEX_FILE: '/i',
      GIT_WORK_TREE: '/w',
      GIT_EXTERNAL_DIFF: 'd',
      GIT_TRACE: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_DATE: '1',
      GIT_SSH_COMMAND: 's',
    });
    expect(env).toMatchObject({
      HOME: '/h',
      GIT_AUTHOR_NAME: 'A',
      GIT_SSH_COMMAND: 's',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
    });
    for (const name of [
      'GIT_DIR',
      'GIT_INDEX_FILE',
      'GIT_WORK_TREE',
      'GIT_EXTERNAL_DIFF',
      'GIT_TRACE',
      'GIT_AUTHOR_DATE',
      'GIT_OPTIONAL_LOCKS',
    ]) {
      expect(env).not.toHaveProperty(name);
    }
    expect(gitVariables({}, { readOnly: true })).toMatchObject({ GIT_OPTIONAL_LOCKS: '0' });
  });

  it('adds its settings after those the user passes in the environment', () => {
    const own = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    };
    const variables = gitVariables(own, { config: [['filter.a=b.clean', '']] });
    const env = { ...commonEnvironment(own), ...variables };
    expect(env['GIT_CONFIG_KEY_0']).toBe('safe.directory');
    expect(env['GIT_CONFIG_KEY_1']).toBe('core.hooksPath');
    const last = Number(env['GIT_CONFIG_COUNT']) - 1;
    expect(env[`GIT_CONFIG_KEY_${String(last)}`]).toBe('filter.a=b.clean');
  });
});

describe('reading what git prints', () => {
  it('splits at NUL and keeps different names different', () => {
    expect(fields(Buffer.from('a\0b c\0'))).toEqual([Buffer.from('a'), Buffer.from('b c')]);
    expect(fields(Buffer.alloc(0))).toEqual([]);
    expect(pathText(Buffer.from('ü\n"'))).toBe('ü\n"');
    expect(pathText(Buffer.from([0x61, 0xe9]))).toBe(String.raw`a\xe9`);
    expect(pathText(Buffer.from([0x61, 0xe8]))).not.toBe(pathText(Buffer.from([0x61, 0xe9])));
  });

  it('reads settings with and without values', () => {
    const text = 'local\0file:/a\0a.b\nx\ny\0global\0file:/b\0c.d\0';
    expect(parseSettings(text)).toEqual([
      { scope: 'local', origin: 'file:/a', key: 'a.b', value: 'x\ny' },
      { scope: 'global', origin: 'file:/b', key: 'c.d', value: 'true' },
    ]);
  });
});

describe('running git', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo();
  });
  afterEach(() => repo.remove());

  /** Asks a script that stands in for git. */
  const withGit = async <T>(script: string, ask: () => Promise<T>): Promise<T> => {
    const bin = join(repo.base, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, 'git'), 0o755);
    const path = process.env['PATH'];
    process.env['PATH'] = `${bin}:${path ?? ''}`;
    return ask().finally(() => {
      process.env['PATH'] = path;
    });
  };
  const failing = async (script: string): Promise<string | null> => {
    const result = await withGit(script, () => git(repo.path, ['status']));
    return result.ok ? null : result.error.code;
  };

  it.each([
    ['echo "fatal: write error: No space left on device" >&2; exit 128', 'disk-full'],
    ['echo "fatal: detected dubious ownership in repository" >&2; exit 128', 'unsafe-directory'],
    [`echo "fatal: Unable to create '/x/index.lock': File exists." >&2; exit 128`, 'ref-locked'],
    [
      'echo "error: could not lock config file .git/config: Read-only file system" >&2; exit 255',
      'git-readonly',
    ],
    ['exit 3', 'git-failed'],
    ['kill -9 $$', 'git-failed'],
  ])('explains %s', async (script, code) => {
    expect(await failing(script)).toBe(code);
  });

  it('says what it ran, where, and what git said', async () => {
    const result = await git(repo.path, ['rev-parse', '--verify', 'no-such']);
    expect(result.ok ? '' : result.error.message).toBe(
      `git rev-parse --verify no-such failed in ${repo.path}: fatal: Needed a single revision`,
    );
  });

  it('tells a missing git from a missing folder', async () => {
    const gone = await git(join(repo.base, 'gone'), ['status']);
    expect(gone.ok ? '' : gone.error.message).toContain('is gone');
    const path = process.env['PATH'];
    process.env['PATH'] = join(repo.base, 'nothing');
    const missing = await git(repo.path, ['status']).finally(() => {
      process.env['PATH'] = path;
    });
    expect(missing.ok ? null : missing.error.code).toBe('git-missing');
  });

  it('works on the folder it is given, whatever the caller’s environment says', async () => {
    process.env['GIT_DIR'] = '/nowhere';
    const top = await gitLine(repo.path, ['rev-parse', '--show-toplevel']).finally(() => {
      delete process.env['GIT_DIR'];
    });
    expect(top).toEqual({ ok: true, value: repo.path });
  });

  it('asks several things one after the other, up to the first failure', async () => {
    const cwd = repo.path;
    const all = await gitAll([
      { cwd, args: ['rev-parse', '--show-toplevel'] },
      { cwd, args: ['rev-parse', '--verify', '--quiet', 'none'], options: { exits: [0, 1] } },
      { cwd: join(cwd, '.git'), args: ['hash-object', '--stdin'], options: { input: 'a' } },
    ]);
    if (!all.ok) throw new Error(all.error.message);
    const [top, none, blob] = all.value;
    expect(top.stdout.toString()).toBe(`${cwd}\n`);
    expect(none.exit).toBe(1);
    expect(blob.stdout.toString()).toBe('2e65efe2a145dda7ee51d1741299f848e5bf752e\n');
    const failed = await gitAll([
      { cwd, args: ['rev-parse', '--verify', 'none'] },
      { cwd, args: ['branch', 'made'] },
    ]);
    expect(failed.ok ? '' : failed.error.message).toContain('rev-parse --verify none failed');
    expect(await repo.git('branch', '--list', 'made')).toBe('');
  });

  describe('that meets a work copy half made', () => {
    // What git says when it reads the books of a worktree that another git has just begun.
    const words = 'fatal: failed to read /x/.git/worktrees/t/commondir: Success';
    const script = (): string =>
      `cd '${repo.base}'; n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) >n
       [ "$1" != list ] || [ $n -ge 3 ] || { echo '${words}' >&2; exit 128; }; echo "$1 $n"`;
    const list = { cwd: '/', args: ['list'], options: { readOnly: true } };

    it('asks again, and does not repeat what was done before', async () => {
      const asked = await withGit(script(), () =>
        gitAll([{ cwd: '/', args: ['first'] }, list, { cwd: '/', args: ['last'] }]),
      );
      expect(asked.ok ? asked.value.map(({ stdout }) => stdout.toString()) : asked).toEqual([
        'first 0\n',
        'list 3\n',
        'last 4\n',
      ]);
    });

    it('repeats no command that could have written', async () => {
      const asked = await withGit(script(), () => git('/', ['list']));
      expect(asked.ok ? '' : asked.error.message).toContain(words);
    });
  });
});
