import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exists, kinds, makeYard, value } from '../adapters/workspaces/worktree/yard-rig.ts';
import type { YardRig } from '../adapters/workspaces/worktree/yard-rig.ts';
import { repairAt } from '../../src/compose/doctor.ts';
import { writeFiles } from '../support/git-repo.ts';

// Further ones of this kind: test/adapters/workspaces/worktree/shared-state.test.ts (stash, refs, neighbours'
// books, submodules), planted.test.ts (hooks, filters), test/compose/repair*.test.ts.
describe('state that all work copies share, as users have seen it go wrong', () => {
  let rig: YardRig;
  beforeEach(async () => {
    rig = await makeYard({ 'a.txt': 'one\n', '.husky/pre-commit': '#!/bin/sh\nexit 1\n' });
  });
  afterEach(() => rig.repo.remove());

  const cycle = async (task: string): Promise<void> => {
    const ws = await rig.prepare(task);
    await writeFiles(ws.path, { 'a.txt': `${task}\n` });
    await ws.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', task);
    const copy = value(
      await rig.workspaces.checkCopy('r1', await ws.git('rev-parse', 'HEAD'), 'worktree'),
    );
    await copy.release();
    await ws.harvest();
    expect(await ws.remove()).toEqual({ removed: true });
    await rig.workspaces.removeCheckCopies();
  };

  it('making a worktree wrote core.hooksPath, core.bare or extensions into the shared config', async () => {
    await rig.repo.git('config', 'core.hooksPath', '.husky');
    const config = join(rig.place.commonDir, 'config');
    const before = await readFile(config);
    await cycle('a');
    await cycle('b');
    expect(await readFile(config)).toEqual(before);
    expect(await exists(join(rig.place.commonDir, 'config.worktree'))).toBe(false);
  });

  it('hooks were written into a folder dev/null inside the worktree', async () => {
    await rig.repo.git('config', 'core.hooksPath', '.husky');
    await cycle('a');
    const all = await readdir(rig.repo.base, { recursive: true });
    expect(all.filter((path) => /(?:^|\/)dev\/null(?:\/|$)/u.test(path))).toEqual([]);
  });

  it('core.bare flipped to true and the primary checkout was unusable', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    await rig.repo.git('config', 'core.bare', 'true');
    await expect(rig.repo.git('status')).rejects.toThrow();
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toContain('shared-config-changed');
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'a.txt': 'work\n' });
    const repaired = await repairAt(rig.repo.path);
    expect(repaired).toMatchObject({ ok: true, value: [{ name: 'core.bare', done: true }, {}] });
    expect(await rig.repo.git('status', '--porcelain')).toBe('');
  });

  it('a container that could not see the siblings pruned their metadata', async () => {
    const ws = await rig.prepare();
    const other = await rig.prepare('other');
    await rename(rig.root, `${rig.root}.unseen`);
    await rig.repo.git('worktree', 'prune', '--expire=now');
    await rename(`${rig.root}.unseen`, rig.root);
    for (const one of [ws, other])
      expect(await one.git('rev-parse', '--show-toplevel')).toBe(one.path);
  });

  it('a stash popped in one worktree was another one’s, and nobody was told', async () => {
    const ws = await rig.prepare();
    const other = await rig.prepare('other');
    await writeFiles(ws.path, { 'a.txt': 'mine\n' });
    await ws.git('stash');
    await other.git('stash', 'pop');
    expect(kinds(await other.harvest())).toEqual([]);
    // Both were at work before and after: the pop took away what the push had brought.
    const third = await rig.prepare('third');
    await other.git('stash');
    expect(kinds(await third.harvest())).toEqual(['stash-changed']);
  });

  it('a lock file that somebody’s git had left kept everything from working', async () => {
    const ws = await rig.prepare();
    for (const name of ['index.lock', 'config.lock', 'packed-refs.lock'])
      await writeFile(join(rig.place.commonDir, name), '');
    await writeFiles(ws.path, { 'a.txt': 'work\n' });
    const harvest = await ws.harvest();
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'a.txt': 'work\n' });
    expect(kinds(harvest)).toEqual(['lock-left', 'lock-left', 'lock-left']);
    await rig.prepare('other');
    for (const name of ['index.lock', 'config.lock', 'packed-refs.lock'])
      await rm(join(rig.place.commonDir, name));
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('a submodule’s shared config led to a worktree that was gone', async () => {
    const module = join(rig.place.commonDir, 'modules/lib');
    await mkdir(module, { recursive: true });
    await writeFile(join(module, 'config'), '[core]\n\tworktree = ../../../lib\n');
    const ws = await rig.prepare();
    await writeFile(join(module, 'config'), `[core]\n\tworktree = ${ws.path}/lib\n`);
    expect(kinds(await ws.harvest())).toEqual(['submodule-config-changed']);
  });
});
