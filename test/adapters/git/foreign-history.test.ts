import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreignRig } from './foreign-rig.ts';
import type { ForeignRig } from './foreign-rig.ts';

const lines = (...middle: readonly string[]): string =>
  ['top', '1', '2', '3', ...middle, '4', '5', '6', 'end', ''].join('\n');

// Each merges cleanly with the target, and git reports a success: what others had done is gone all the same.
describe('a "success" that drops what others did', () => {
  let rig: ForeignRig;
  let path: string;
  beforeEach(async () => {
    rig = await foreignRig({ 'a.txt': lines(), 'b.txt': 'b\n' });
    path = await rig.worktree('alpha');
    await rig.commitIn(path, { 'own.txt': 'own\n' });
  });
  afterEach(() => rig.repo.remove());

  const findings = async (): Promise<readonly string[]> =>
    (await rig.take('alpha')).harvest.findings.map(({ kind }) => kind);

  it('is told of a sync that kept its own side of everything', async () => {
    await rig.repo.commit({ 'a.txt': lines('theirs') });
    await rig.repo.gitIn(path, 'merge', '-q', '-s', 'ours', '-m', 'sync', 'main');
    const { harvest } = await rig.take('alpha');
    expect(harvest.findings).toMatchObject([
      { kind: 'side-dropped', blocks: true, text: expect.stringContaining('a.txt') as string },
      { kind: 'goes-back', blocks: true },
    ]);
  });

  it('is told of a conflict that was resolved by taking one file whole', async () => {
    await rig.commitIn(path, { 'a.txt': lines('mine') });
    await rig.repo.commit({ 'a.txt': lines('theirs') });
    await expect(rig.repo.gitIn(path, 'merge', '-q', 'main')).rejects.toThrow();
    await rig.repo.gitIn(path, 'checkout', '--ours', 'a.txt');
    await rig.repo.gitIn(path, 'commit', '-qam', 'resolved');
    expect(await findings()).toEqual(['side-dropped']);
  });

  it('is told of a squash of an old tree on top of the new target', async () => {
    await rig.repo.commit({ 'a.txt': lines('theirs'), 'added.txt': 'added\n' }, 'theirs');
    await rig.repo.gitIn(path, 'reset', '-q', '--soft', 'main');
    await rig.repo.gitIn(path, 'commit', '-qm', 'squashed');
    const { harvest } = await rig.take('alpha');
    expect(harvest.findings).toMatchObject([
      {
        kind: 'goes-back',
        blocks: true,
        text: expect.stringMatching(/^a\.txt, added\.txt go back .* \(theirs\), which/u) as string,
      },
    ]);
  });

  it('is told of an old tree that only lacks what was added since', async () => {
    await rig.repo.commit({ 'added.txt': 'added\n' });
    await rig.repo.gitIn(path, 'reset', '-q', '--soft', 'main');
    await rig.repo.gitIn(path, 'commit', '-qm', 'squashed');
    expect(await findings()).toEqual(['goes-back']);
  });

  it('is not told of a file that is deleted', async () => {
    await rig.repo.commit({ 'added.txt': 'added\n', 'other.txt': 'other\n' });
    await rig.repo.gitIn(path, 'merge', '-q', 'main');
    await rig.commitIn(path, { 'added.txt': null, 'b.txt': null });
    expect(await findings()).toEqual([]);
  });

  it('is not told of an honest merge, with a conflict that was resolved for both', async () => {
    await rig.commitIn(path, { 'a.txt': lines('mine') });
    await rig.repo.commit({ 'a.txt': lines('theirs'), 'b.txt': 'more\n' });
    await expect(rig.repo.gitIn(path, 'merge', '-q', 'main')).rejects.toThrow();
    await rig.commitIn(path, { 'a.txt': lines('theirs', 'mine') }, 'resolved');
    expect(await findings()).toEqual([]);
  });

  it('is not told of a branch that is merely behind', async () => {
    await rig.repo.commit({ 'a.txt': lines('theirs') });
    expect(await findings()).toEqual([]);
  });
});
