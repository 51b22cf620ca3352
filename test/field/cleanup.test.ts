import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exists, makeYard, value } from '../adapters/workspaces/worktree/yard-rig.ts';
import type { YardRig } from '../adapters/workspaces/worktree/yard-rig.ts';
import { writeFiles } from '../support/git-repo.ts';

// What users of such tools have reported about cleaning up; further ones of this kind stand in
// test/adapters/workspaces/worktree/remove.test.ts and test/compose/clean*.test.ts.
describe('cleaning up, as users have seen it go wrong', () => {
  let rig: YardRig;
  beforeEach(async () => {
    rig = await makeYard({ '.gitignore': 'node_modules\n', 'a.txt': 'one\n' });
  });
  afterEach(() => rig.repo.remove());

  it('recycling one worktree destroyed the trees of live neighbours, locked ones too', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const neighbours = await Promise.all(names.map((name) => rig.prepare(name)));
    for (const { path } of neighbours) await writeFiles(path, { 'dirty.txt': `${path}\n` });
    const gone = await rig.prepare('gone');
    await gone.harvest();
    expect(await gone.remove()).toEqual({ removed: true });
    for (const one of neighbours) {
      expect(await readFile(join(one.path, 'dirty.txt'), 'utf8')).toBe(`${one.path}\n`);
      expect(await one.git('rev-parse', '--show-toplevel')).toBe(one.path);
    }
  });

  it('untracked files were hidden from the dirtiness check by a setting, and went', async () => {
    await rig.repo.git('config', 'status.showUntrackedFiles', 'no');
    const ws = await rig.prepare();
    const harvest = await ws.harvest();
    expect(harvest.commit).toBeNull();
    await writeFiles(ws.path, { 'new.txt': 'work\n' });
    const removal = await ws.remove();
    expect(removal.removed ? '' : removal.kept).toContain('new.txt');
    const { commit } = await ws.harvest();
    expect(await rig.filesOf(commit ?? '')).toMatchObject({ 'new.txt': 'work\n' });
  });

  it('the baseline was read from a HEAD that had moved on, so commits looked as if they were old', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-qam', 'work');
    // The main branch takes the very commit, and another engine prepares again.
    await rig.repo.git('merge', '-q', ws.workspace.branch);
    const again = value(await rig.workspaces.prepare(ws.spec));
    expect(again.base).toBe(rig.base);
    expect((await ws.harvest()).commit).toBe(await ws.git('rev-parse', 'HEAD'));
  });

  it('a huge node_modules kept a workspace from going, or went through a link', async () => {
    const ws = await rig.prepare();
    for (let k = 0; k < 40; k += 1) {
      const folder = join(ws.path, 'node_modules', `p${k}`, 'lib');
      await mkdir(folder, { recursive: true });
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => writeFile(join(folder, `${n}.js`), 'x')),
      );
    }
    expect((await ws.harvest()).findings).toEqual([]);
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(ws.path)).toBe(false);
  });

  it('removing a workspace took objects of the repository with it', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-qam', 'work');
    const { commit } = await ws.harvest();
    await ws.remove();
    await rig.repo.git('gc', '-q', '--prune=now');
    expect(await rig.repo.git('fsck', '--no-dangling', '--connectivity-only')).toBe('');
    expect(await rig.repo.git('cat-file', '-t', commit ?? '')).toBe('commit');
  });

  it('an interrupted delete left half a worktree that no button would remove', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'b/c.txt': 'work\n' });
    await ws.harvest();
    // The removal had begun: its record is there, and some of the tree is not.
    await writeFile(join(ws.spec.folder, 'removing.json'), `{"path":"${ws.path}"}`);
    await writeFiles(ws.path, { b: null, '.git': null });
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await readdir(join(rig.place.commonDir, 'worktrees')).catch(() => [])).toEqual([]);
  });
});
