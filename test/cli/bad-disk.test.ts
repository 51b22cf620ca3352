import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/capabilities.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin } from './fanin.ts';
import { planOf, robotRepo, writes } from './robot-repo.ts';
import { toldBy } from './told.ts';
import type { ToldFailure } from './told.ts';
import { tracesOf } from './untouched.ts';

let repo: TempRepo | null = null;
let mounted: string | null = null;
afterEach(async () => {
  if (mounted !== null) asRoot('umount', mounted);
  mounted = null;
  await repo?.remove();
  repo = null;
});

/** A clone of a robot's repository on a small file system of its own. */
async function onSmallDisk(): Promise<TempRepo> {
  const made = await robotRepo({ plan: planOf('core'), steps: { core: writes('core') } });
  repo = made;
  const disk = join(made.base, 'disk');
  mkdirSync(disk);
  asRoot('mount', '-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk);
  mounted = disk;
  const path = join(disk, 'app');
  await made.gitIn(disk, 'clone', '-q', `file://${made.path}`, path);
  return { ...made, path, git: (...args) => made.gitIn(path, ...args) };
}

/** Fills the disk to its last byte. */
async function fill(of: TempRepo): Promise<string> {
  const file = join(of.path, '..', 'filler');
  await writeFile(file, Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined);
  await writeFile(`${file}-2`, Buffer.alloc(1024 * 1024)).catch(() => undefined);
  return file;
}

const errorOf = (out: string): ToldFailure => toldBy(out).error;

const asRoot = (command: string, ...args: readonly string[]): void =>
  void execFileSync(command, args);

describeWith(['tmpfs-mount'], 'fanin on a disk that takes nothing', () => {
  it('tells of a full one, leaves nothing, and works once there is space', async () => {
    const of = await onSmallDisk();
    const before = await tracesOf(of);
    const filler = await fill(of);
    const { code, out } = await fanin(of.path, 'run', '--json');
    expect([code, errorOf(out).code]).toEqual([5, 'disk-full']);
    expect(errorOf(out).hint).toContain('space');
    expect((await fanin(of.path, 'doctor')).code).toBe(5);
    expect((await fanin(of.path, 'init', '--force', '--json')).code).toBe(5);
    await rm(filler);
    await rm(`${filler}-2`, { force: true });
    expect(await tracesOf(of)).toEqual(before);
    expect((await fanin(of.path, 'run')).code).toBe(0);
  }, 60_000);

  it('tells of a read-only one, and leaves nothing', async () => {
    const of = await onSmallDisk();
    const before = await tracesOf(of);
    asRoot('mount', '-o', 'remount,ro', mounted ?? '');
    const { code, out } = await fanin(of.path, 'run', '--json');
    expect([code, errorOf(out).code]).toEqual([5, 'git-readonly']);
    expect(errorOf(out).hint).toContain('writable');
    expect((await fanin(of.path, 'plan')).code).toBe(5);
    const init = await fanin(of.path, 'init', '--force', '--json');
    expect([init.code, errorOf(init.out).code]).toEqual([5, 'config-readonly']);
    expect((await fanin(of.path, 'config')).code).toBe(0);
    expect(await tracesOf(of)).toEqual(before);
  });
});
