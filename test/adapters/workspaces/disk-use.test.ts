import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskUse } from '../../../src/adapters/workspaces/disk-use.ts';

const BLOCKS = 64 * 1024;

let yard: string;
beforeEach(() => {
  yard = mkdtempSync(join(tmpdir(), 'fanin-disk-'));
});
afterEach(() => rmSync(yard, { recursive: true, force: true }));

const file = (path: string): void => {
  mkdirSync(join(yard, path, '..'), { recursive: true });
  writeFileSync(join(yard, path), Buffer.alloc(BLOCKS, 'x'));
};
/** In whole files; folders take next to nothing. */
const filesIn = async (enough?: (bytes: number) => boolean): Promise<number> =>
  Math.floor((await diskUse({ path: join(yard, 'a') }, enough)) / BLOCKS);

describe('what an attempt takes on the disk', () => {
  it('is its work copy, its room and its hand-off, and nobody else’s', async () => {
    for (const path of ['a/x', 'a/deep/er/y', '.rooms/a/home/z', 'a.handoff/h', 'b/x']) file(path);
    expect(await filesIn()).toBe(4);
  });

  it('counts a file of two names once, and what a link leads to not at all', async () => {
    file('a/x');
    file('b/x');
    linkSync(join(yard, 'a/x'), join(yard, 'a/again'));
    symlinkSync(join(yard, 'b'), join(yard, 'a/elsewhere'));
    expect(await filesIn()).toBe(1);
  });

  it('is nothing where nothing is, and counted no further than is wanted', async () => {
    expect(await filesIn()).toBe(0);
    for (let k = 0; k < 200; k += 1) file(`a/${k}`);
    expect(await filesIn()).toBe(200);
    expect(await filesIn((bytes) => bytes > 2 * BLOCKS)).toBeLessThan(100);
  });
});
