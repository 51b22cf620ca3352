import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreignRig } from './foreign-rig.ts';
import type { ForeignRig } from './foreign-rig.ts';

describe('work of other tools', () => {
  let rig: ForeignRig;
  beforeEach(async () => {
    rig = await foreignRig();
  });
  afterEach(() => rig.repo.remove());

  const found = async (typed: string, cwd?: string) => {
    const work = await rig.find(typed, cwd);
    if (!work.ok) throw new Error(`${work.error.code}: ${work.error.message}`);
    return work.value;
  };
  const code = async (typed: string): Promise<string> => {
    const work = await rig.find(typed);
    return work.ok ? 'found' : work.error.code;
  };
  const hint = async (typed: string): Promise<string> => {
    const work = await rig.find(typed);
    return work.ok ? '' : (work.error.hint ?? '');
  };

  it('is found by its branch and by the path of its work copy: the same', async () => {
    const path = await rig.worktree('alpha');
    const head = await rig.commitIn(path, { 'b.txt': 'b\n' });
    const byBranch = await found('alpha');
    expect(byBranch).toEqual({
      branch: 'refs/heads/alpha',
      worktree: { path, gitDir: join(rig.place.commonDir, 'worktrees', 'alpha') },
      head,
      gone: null,
    });
    for (const typed of [path, `${path}/`, '../alpha', 'refs/heads/alpha'])
      expect(await found(typed), typed).toEqual(byBranch);
    expect(await found('.', path)).toEqual(byBranch);
  });

  it('may be a branch that nobody has checked out, or a remote one', async () => {
    await rig.repo.git('branch', 'plain');
    await rig.repo.git('update-ref', 'refs/remotes/origin/far', 'HEAD');
    expect(await found('plain')).toMatchObject({ branch: 'refs/heads/plain', worktree: null });
    expect(await found('origin/far')).toMatchObject({ branch: 'refs/remotes/origin/far' });
  });

  it.each(['feature/deep/er', 'grün-日本語', 'a+b@c', `it's`, 'x~y'.replace('~', '-')])(
    'may have a name like %s',
    async (name) => {
      await rig.repo.git('branch', name);
      expect(await found(name)).toMatchObject({ branch: `refs/heads/${name}`, gone: null });
    },
  );

  it('is no expression: what is near a branch is not that branch', async () => {
    await rig.repo.git('branch', 'plain');
    for (const typed of ['plain~0', 'plain^{commit}', 'plain@{0}', 'HEAD', 'plai*', ''])
      expect(await code(typed), typed).toBe('no-such-work');
    expect(await hint('plian')).toBe('did you mean "plain"?');
  });

  it('may be a work copy on no branch, or the main checkout itself', async () => {
    const path = await rig.worktree('loose', '--detach', 'HEAD');
    expect(await found(path)).toMatchObject({ branch: null, worktree: { path } });
    expect(await found('main')).toMatchObject({
      branch: 'refs/heads/main',
      worktree: { path: rig.repo.path, gitDir: rig.place.commonDir },
    });
    expect(await found('.')).toEqual(await found('main'));
  });

  it('may lie in a work copy that is locked', async () => {
    const path = await rig.worktree('alpha');
    await rig.repo.git('worktree', 'lock', '--reason', 'another tool', path);
    expect(await found('alpha')).toMatchObject({ worktree: { path } });
  });

  it('is what was committed where its work copy is gone', async () => {
    const path = await rig.worktree('alpha');
    const head = await rig.commitIn(path, { 'b.txt': 'b\n' });
    await rm(path, { recursive: true });
    const gone = { branch: 'refs/heads/alpha', worktree: null, head, gone: path };
    expect(await found('alpha')).toEqual(gone);
    expect(await found(path)).toEqual(gone);
  });

  it('goes by the branch where a folder that is no work copy has the same name', async () => {
    await mkdir(join(rig.repo.path, 'docs'));
    await rig.repo.git('branch', 'docs');
    expect(await found('docs')).toMatchObject({ branch: 'refs/heads/docs' });
  });

  it('is asked about where a branch and the work copy of another have the same name', async () => {
    await rig.worktree('alpha', '-b', 'beta');
    await rig.repo.git('branch', 'alpha');
    const work = await rig.find('alpha', rig.repo.base);
    expect(work).toMatchObject({ ok: false, error: { code: 'ambiguous-id' } });
    expect(await found('./alpha', rig.repo.base)).toMatchObject({ branch: 'refs/heads/beta' });
    expect(await found('refs/heads/alpha', rig.repo.base)).toMatchObject({ worktree: null });
  });

  it.each([
    ['merge', ['merge', 'side']],
    ['rebase', ['rebase', 'side']],
    ['cherry-pick', ['cherry-pick', 'side']],
  ])('is left alone in the middle of a %s, by whichever name', async (name, args) => {
    const path = await rig.worktree('alpha');
    const side = await rig.worktree('side');
    await rig.commitIn(path, { 'a.txt': 'alpha\n' });
    await rig.commitIn(side, { 'a.txt': 'side\n' });
    await expect(rig.repo.gitIn(path, ...args)).rejects.toThrow();
    for (const typed of [path, 'alpha']) {
      expect(await code(typed)).toBe('operation-in-progress');
      expect(await hint(typed)).toBe(`Finish it there, or give it up: git ${name} --abort`);
    }
    expect(await code('side')).toBe('found');
  });

  it('has a commit', async () => {
    const path = await rig.worktree('loose', '--detach', 'HEAD');
    await rig.repo.gitIn(path, 'checkout', '-q', '--orphan', 'unborn');
    expect(await code(path)).toBe('unborn-branch');
  });

  it('is not fanin’s own, and of this repository', async () => {
    await rig.repo.git('branch', 'fanin/r1/target');
    expect(await code('fanin/r1/target')).toBe('own-work');
    const own = await rig.worktree('own', '--detach', 'HEAD');
    await rig.repo.git('worktree', 'lock', '--reason', 'fanin r1-a-1', own);
    expect(await code(own)).toBe('own-work');
    const other = join(rig.repo.base, 'other');
    await rig.repo.git('clone', '-q', rig.repo.path, other);
    expect(await code(other)).toBe('other-repository');
    expect(await hint(other)).toContain(`git fetch ${other}`);
  });

  it('is named by the root of its work copy', async () => {
    const path = await rig.worktree('alpha');
    await mkdir(join(path, 'src'));
    expect(await code(join(path, 'src'))).toBe('no-such-work');
    expect(await hint(join(path, 'src'))).toBe(`it lies in a work copy: fanin collect ${path}`);
  });
});
