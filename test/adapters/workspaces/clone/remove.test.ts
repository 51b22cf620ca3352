import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, kinds } from '../worktree/yard-rig.ts';
import type { Prepared } from '../worktree/yard-rig.ts';
import { makeCloneYard } from './clone-rig.ts';
import type { CloneRig } from './clone-rig.ts';

describe('removing a private clone', { timeout: 60_000 }, () => {
  let rig: CloneRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeCloneYard({ 'a.txt': 'one\n' }, { limits: { diskBytes: 1 } });
    ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await ws.git('commit', '-q', '-am', 'work');
  });
  afterEach(() => rig.repo.remove());

  const late: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    [
      'a commit that was reset away',
      'its logs name commits that no ref holds',
      async () => {
        await ws.git('commit', '-q', '--allow-empty', '-m', 'late');
        await ws.git('reset', '-q', '--hard', 'HEAD~1');
      },
    ],
    [
      'a staged version',
      'its index holds staged versions that no ref holds',
      async () => {
        await writeFiles(ws.path, { 'a.txt': 'staged\n' });
        await ws.git('add', 'a.txt');
        await writeFiles(ws.path, { 'a.txt': 'work\n' });
      },
    ],
    [
      'another branch',
      'its refs hold what no ref of the repository holds: refs/heads/late',
      async () => {
        const tree = await ws.git('rev-parse', 'HEAD^{tree}');
        const commit = await ws.git('commit-tree', '-m', 'late', tree);
        await ws.git('update-ref', 'refs/heads/late', commit);
      },
    ],
    [
      'a stash',
      'its refs hold what no ref of the repository holds: refs/stash',
      async () => {
        await writeFiles(ws.path, { 'a.txt': 'stashed\n' });
        await ws.git('stash', '-q');
      },
    ],
    [
      'a repository of its own',
      'inner in it is a repository of its own',
      async () => {
        await mkdir(join(ws.path, 'inner'));
        await rig.repo.gitIn(join(ws.path, 'inner'), 'init', '-q');
      },
    ],
  ];

  it.each(late)('sees %s that came after the harvest', async (_name, why, work) => {
    await ws.harvest();
    await work();
    expect(await ws.remove()).toEqual({ removed: false, kept: why });
    await ws.harvest();
    if (!why.startsWith('inner')) expect(await ws.remove()).toEqual({ removed: true });
  });

  it('tells what it took on the disk, and needs nobody when the clone is gone', async () => {
    expect(kinds(await ws.harvest())).toEqual(['disk-exceeded']);
    await rename(ws.path, join(rig.repo.base, 'moved'));
    expect(await ws.remove()).toEqual({ removed: true });
    expect(await exists(join(rig.repo.base, 'moved/a.txt'))).toBe(true);
    expect(await exists(join(rig.root, '.rooms/r1-core-1'))).toBe(false);
  });
});
