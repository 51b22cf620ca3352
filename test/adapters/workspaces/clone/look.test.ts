import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeCheckpoints } from '../../../../src/adapters/checkpoints/checkpoints.ts';
import { memoryBoundary } from '../../../../src/adapters/simulated/boundary.ts';
import { lookIntoClone } from '../../../../src/adapters/workspaces/clone/look.ts';
import { broughtInRecord } from '../../../../src/adapters/workspaces/scene.ts';
import type { Checkpoints } from '../../../../src/ports/checkpoints.ts';
import { writeFiles } from '../../../support/git-repo.ts';
import { filesBelow, value } from '../worktree/yard-rig.ts';
import type { Prepared } from '../worktree/yard-rig.ts';
import { makeCloneYard } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

describe('checkpoints of a private clone', { timeout: 60_000 }, () => {
  let rig: CloneRig;
  let ws: Prepared;
  let checkpoints: Checkpoints;
  beforeEach(async () => {
    rig = await makeCloneYard({ 'a.txt': 'one\n', '.gitignore': '.env\n' });
    await rig.repo.write({ '.env': 'KEY=1\n', '.worktreeinclude': '.env\n' });
    ws = await rig.prepare();
    const { place } = rig;
    checkpoints = storeCheckpoints({
      place,
      broughtIn: (folder) => broughtInRecord({ folder }).files,
      lookInside: lookIntoClone({ place, boundary: memoryBoundary().boundary, uids: null }),
    });
  });
  afterEach(() => rig.repo.remove());

  it('outlive the clone, the commits in it and a clean-up of the repository', async () => {
    await writeFiles(ws.path, { 'a.txt': 'committed\n' });
    await ws.git('commit', '-q', '-am', 'work');
    await writeFiles(ws.path, { 'new.txt': 'dirty\n' });
    const taken = value(await checkpoints.take(ws.workspace, ws.spec));
    expect(taken).toMatchObject({ kind: 'taken', changed: 1, left: [] });
    await rig.repo.git('reflog', 'expire', '--expire=now', '--all');
    await rig.repo.git('gc', '-q', '--prune=now');
    const latest = value(await checkpoints.latest(ws.spec));
    if (latest === null) throw new Error('nothing is held');
    const folder = join(rig.repo.base, 'restored');
    await rm(ws.path, { recursive: true });
    value(await checkpoints.restore(latest, folder));
    expect(await filesBelow(folder)).toEqual({
      'a.txt': 'committed\n',
      'new.txt': 'dirty\n',
      '.gitignore': '.env\n',
    });
    expect(await rig.repo.git('for-each-ref', 'refs/fanin/r1/harvest')).toBe('');
  });

  it('fetch nothing when nothing has changed, and leave no ref behind', async () => {
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    value(await checkpoints.take(ws.workspace, ws.spec));
    const again = value(await checkpoints.take(ws.workspace, ws.spec));
    expect(again).toMatchObject({ kind: 'unchanged', last: { seq: 1 } });
    const store = join(rig.place.stateDir, 'store.git');
    const refs = await rig.repo.gitIn(rig.repo.base, `--git-dir=${store}`, 'for-each-ref');
    expect(refs.split('\n')).toHaveLength(1);
  });

  it('hold a changed secret beside git, and no repository in it', async () => {
    await writeFiles(ws.path, { '.env': 'KEY=2\n', 'inner/x.txt': 'x\n' });
    await rig.repo.gitIn(join(ws.path, 'inner'), 'init', '-q');
    const taken = value(await checkpoints.take(ws.workspace, ws.spec));
    expect(taken.left).toEqual(['the repository inner in it is in no checkpoint']);
    const beside = await checkpoints.beside(ws.spec.folder);
    expect(beside.map(({ kind, path }) => [kind, path])).toEqual([['brought-in', '.env']]);
  });
});
