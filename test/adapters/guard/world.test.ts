import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskWorld } from '../../../src/adapters/guard/world.ts';
import { makeGuardPlace, type GuardPlace } from '../../rig/guard-place.ts';

describe("the guard's view of the disk", () => {
  let folder: string;
  let place: GuardPlace;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fanin-world-')));
    place = makeGuardPlace(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const world = () => diskWorld({ HOME: folder }, join(place.main, '.git'));

  it('follows links as far as there is something', () => {
    const disk = world();
    expect(disk.real(join(place.workspace, 'link-to-main/src/new/file'))).toBe(
      join(place.main, 'src/new/file'),
    );
    symlinkSync('/no/such/place', join(place.workspace, 'broken'));
    expect(disk.real('/no/such')).toBe('/no/such');
  });

  it('finds the repository as git does, through the pointer of a worktree', () => {
    const disk = world();
    const gitDir = join(place.main, '.git');
    expect(disk.repository(join(place.workspace, 'src'))).toEqual({
      root: place.workspace,
      gitDir,
    });
    expect(disk.repository(join(place.main, 'sub/none'))).toEqual({ root: place.main, gitDir });
    mkdirSync(join(place.main, 'stub'));
    expect(disk.repository(join(place.main, 'stub'))?.root).toBe(place.main);
    expect(disk.repository('/')).toBeNull();
  });

  it('knows local branches, loose and packed', () => {
    const disk = world();
    expect(disk.isBranch('main')).toBe(true);
    expect(disk.isBranch('fanin/r1/attempts/b/1/work')).toBe(true);
    for (const name of ['none', '', '../HEAD', 'fanin', '-x', 'a b'])
      expect(disk.isBranch(name)).toBe(false);
  });
});
