import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portClaims } from '../../../src/adapters/setup/port-claims.ts';
import { freeBlock, PORTS_PER_BLOCK, seedOf } from '../../../src/domain/setup/port-block.ts';

let base = '';
let folder = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'fanin-ports-test-'));
  folder = join(base, 'claims');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const CHILD = fileURLToPath(new URL('claims-child.ts', import.meta.url));
const run = promisify(execFile);
const claimIn = async (workspaces: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await run(process.execPath, [CHILD, folder, ...workspaces]);
  return stdout.trimEnd().split('\n');
};

const workspace = async (name: string): Promise<string> => {
  const path = join(base, name);
  await mkdir(path);
  return path;
};
const preferred = (path: string): number => freeBlock(seedOf(path), new Set()) ?? 0;

describe('claims of ports', () => {
  it('are stable: the same workspace has the same block, also for another engine', async () => {
    const path = await workspace('a');
    const port = portClaims(folder).claim(path);
    expect(port).toBe(preferred(path));
    expect(portClaims(folder).claim(path)).toBe(port);
  });

  it('are nobody else’s, whatever their names hash to', async () => {
    const claims = portClaims(folder);
    const first = await workspace('a');
    const port = claims.claim(first) ?? 0;
    // Another one holds the block that this one would get.
    const second = await workspace('b');
    await writeFile(join(folder, `${preferred(second)}.1`), first);
    const own = claims.claim(second) ?? 0;
    expect(own).not.toBe(preferred(second));
    expect(own).not.toBe(port);
    expect(claims.claim(second)).toBe(own);
  });

  it('of a workspace that is gone are taken over, and cleaned away', async () => {
    const path = await workspace('b');
    const port = preferred(path);
    await mkdir(folder);
    await writeFile(join(folder, `${port}.4`), join(base, 'gone'));
    expect(portClaims(folder).claim(path)).toBe(port);
    expect(await readdir(folder)).toEqual([`${port}.5`]);
  });

  it('are each made by one process alone, also where all want the same ones', async () => {
    await mkdir(folder);
    const names = await Promise.all(Array.from({ length: 6 }, (_, k) => workspace(`w${k}`)));
    // Each of them would get a block that a vanished workspace has left.
    for (const name of names) {
      for (let block = 0; block < 4; block += 1) {
        const port = preferred(name) + block * PORTS_PER_BLOCK;
        await writeFile(join(folder, `${port}.1`), join(base, 'gone'));
      }
    }
    const said = await Promise.all(
      names.map((_, k) => claimIn([...names.slice(k), ...names.slice(0, k)])),
    );
    const ports = names.map((name) => portClaims(folder).claim(name));
    expect(new Set(ports).size).toBe(names.length);
    for (const [k, lines] of said.entries())
      expect(lines).toEqual([...ports.slice(k), ...ports.slice(0, k)].map(String));
  });

  it('are given back once', async () => {
    const path = await workspace('a');
    const claims = portClaims(folder);
    claims.claim(path);
    claims.release(path);
    claims.release(path);
    // The last one takes the folder along.
    expect(existsSync(folder)).toBe(false);
    expect(claims.claim(path)).not.toBeNull();
  });

  it('are not made in a folder that may be somebody else’s', async () => {
    const other = join(base, 'other');
    await mkdir(other);
    await symlink(other, folder);
    expect(portClaims(folder).claim(await workspace('a'))).toBeNull();
    expect(await readdir(other)).toEqual([]);
  });
});
