import { chmod, chown, lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import type { RepositoryPlace } from '../../../src/adapters/git/discover.ts';
import {
  caseCollision,
  checkWritable,
  notWritable,
  preflight,
  tooOld,
} from '../../../src/adapters/git/preflight.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { RepoOptions, TempRepo } from '../../support/git-repo.ts';

describe('preflight', () => {
  let repo: TempRepo;
  const make = async (options: RepoOptions = {}): Promise<void> => {
    await repo.remove();
    repo = await makeRepo(options);
  };
  const place = (): RepositoryPlace => {
    const found = discoverRepository(repo.path);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
  /** Two commits that conflict with main, on `other`; the value is its name. */
  const conflicting = async (): Promise<string> => {
    await repo.git('checkout', '-q', '-b', 'other');
    await repo.commit({ 'README.md': 'other\n' });
    await repo.git('checkout', '-q', 'main');
    await repo.commit({ 'README.md': 'main\n' });
    return 'other';
  };
  const attempt = (...args: readonly string[]) => repo.git(...args).catch(() => '');

  beforeEach(async () => {
    repo = await makeRepo();
  });
  afterEach(() => repo.remove());

  it('takes an ordinary repository, and leaves nothing behind in its state folder', async () => {
    const head = await repo.git('rev-parse', 'HEAD');
    expect(await preflight(place())).toEqual({
      ok: true,
      value: { head, branch: 'main', dirty: 0, notes: [] },
    });
    expect(await readdir(place().stateDir)).toEqual([]);
  });

  const refused: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['no-commit', 'has no commit yet', () => make({ empty: true })],
    ['operation-in-progress', 'A merge is', async () => attempt('merge', await conflicting())],
    ['operation-in-progress', 'A rebase is', async () => attempt('rebase', await conflicting())],
    [
      'operation-in-progress',
      'A cherry-pick is',
      async () => attempt('cherry-pick', await conflicting()),
    ],
    [
      'operation-in-progress',
      'A revert is',
      async () => {
        await repo.commit({ 'README.md': '2\n' });
        const second = await repo.git('rev-parse', 'HEAD');
        await repo.commit({ 'README.md': '3\n' });
        await attempt('revert', '--no-edit', second);
      },
    ],
    ['operation-in-progress', 'A bisect is', () => repo.git('bisect', 'start')],
    [
      'shallow-repository',
      'history',
      async () => {
        const head = await repo.commit({ 'b.txt': 'b\n' });
        await writeFile(join(repo.path, '.git/shallow'), `${head}\n`);
      },
    ],
    [
      'submodules-unsupported',
      '(libs/sub)',
      async () => {
        await repo.git(
          '-c',
          'protocol.file.allow=always',
          'submodule',
          'add',
          '-q',
          repo.path,
          'libs/sub',
        );
        await repo.git('commit', '-qm', 'sub');
      },
    ],
    ['bare-repository', 'core.bare', () => repo.git('config', 'core.bare', 'true')],
    ['branch-in-the-way', 'refs/heads/fanin', () => repo.git('branch', 'fanin')],
  ];
  it.each(refused)('refuses with %s: %s', async (code, words, arrange) => {
    await arrange();
    const result = await preflight(place());
    expect(result.ok ? null : result.error.code).toBe(code);
    expect(result.ok ? '' : result.error.message).toContain(words);
    expect(result.ok ? undefined : result.error.hint).toBeDefined();
  });

  it('notes a detached HEAD and uncommitted changes, and goes on', async () => {
    const head = await repo.git('rev-parse', 'HEAD');
    await repo.git('checkout', '-q', '--detach');
    await repo.write({ 'README.md': 'dirty\n', 'new "x"\n.txt': 'n\n' });
    const result = await preflight(place());
    expect(result).toMatchObject({ ok: true, value: { head, branch: null, dirty: 2 } });
    expect(result.ok && result.value.notes.map((note) => note.code)).toEqual([
      'detached-head',
      'dirty-checkout',
    ]);
    expect(result.ok && result.value.notes[1]?.text).toContain('2 uncommitted changes');
  });

  it('notes filters that the repository defines for itself', async () => {
    await repo.git('config', 'filter.crypt.clean', 'cat');
    const result = await preflight(place());
    expect(result.ok && result.value.notes[0]).toMatchObject({ code: 'local-filters' });
    expect(result.ok && result.value.notes[0]?.text).toContain('crypt');
  });

  it('takes SHA-256 repositories and paths with odd letters', async () => {
    await make({ name: ' a "b"\n é', initArgs: ['--object-format=sha256'] });
    const result = await preflight(place());
    expect(result.ok && result.value.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('looks at the main checkout when started in a linked worktree', async () => {
    await repo.git('worktree', 'add', '-q', join(repo.base, 'linked'));
    await repo.write({ 'README.md': 'dirty\n' });
    const linked = discoverRepository(join(repo.base, 'linked'));
    const result = linked.ok ? await preflight(linked.value) : linked;
    expect(result).toMatchObject({ ok: true, value: { branch: 'main', dirty: 1 } });
  });

  it('refuses a git folder that cannot be written', async () => {
    const found = await unprivileged(repo, async () => {
      await chmod(join(repo.path, '.git'), 0o555);
      return checkWritable(place());
    });
    expect(found?.code).toBe('git-readonly');
    expect(found?.message).toContain('EACCES');
  });

  it.runIf(process.getuid?.() === 0)('refuses somebody else’s repository as git does', async () => {
    await chown(repo.path, 65_534, 65_534);
    const result = await preflight(place());
    expect(result.ok ? null : result.error.code).toBe('unsafe-directory');
    expect(result.ok ? '' : result.error.hint).toContain('safe.directory');
  });

  it('refuses when git is missing', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = join(repo.base, 'nothing');
    const result = await preflight(place()).finally(() => {
      process.env['PATH'] = path;
    });
    expect(result.ok ? null : result.error.code).toBe('git-missing');
  });

  it.each([
    ['git version 2.38.5', false],
    ['git version 1.9.1', false],
    ['git version 2.39.0', true],
    ['git version 2.39.5 (Apple Git-154)', true],
    ['git version 2.55.0.windows.1', true],
    ['git version 3.0.0', true],
    ['nonsense', false],
  ])('judges %j', (line, enough) => {
    expect(tooOld(line) === null).toBe(enough);
  });

  it('finds paths that differ in case alone', () => {
    expect(caseCollision(['a', 'b/C', 'b/d'])).toBeNull();
    expect(caseCollision(['Readme', 'b/C', 'readme'])?.code).toBe('case-collision');
    expect(caseCollision(['caf\u{e9}', 'cafe\u{301}'])?.code).toBe('case-collision');
  });

  it.each([
    ['EROFS', 'git-readonly'],
    ['EACCES', 'git-readonly'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
  ])('takes %s for %s', (errno, code) => {
    const error = Object.assign(new Error('probe'), { code: errno });
    expect(notWritable(place(), error).code).toBe(code);
  });
});

/** Root may write anywhere: then the work is done as nobody, to whom the repository is given. */
const unprivileged = async <T>(repo: TempRepo, work: () => Promise<T>): Promise<T> => {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return work();
  await giveTo(repo.base, 65_534);
  process.seteuid(65_534);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
};

const giveTo = async (path: string, uid: number): Promise<void> => {
  await chown(path, uid, uid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), uid);
};
