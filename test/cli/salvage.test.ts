import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkpointScene } from '../adapters/checkpoints/store-rig.ts';
import type { CheckpointScene } from '../adapters/checkpoints/store-rig.ts';
import { exists, filesBelow } from '../adapters/workspaces/worktree/yard-rig.ts';
import { fanin, faninJson } from './fanin.ts';

let made: CheckpointScene | null = null;
afterEach(async () => {
  await made?.rig.repo.remove();
  made = null;
});

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n', '.gitignore': '*.log\n' };

/** Two checkpoints of an attempt; no log of any run. */
const scene = async (): Promise<CheckpointScene & { readonly cwd: string }> => {
  const at = await checkpointScene(FILES);
  made = at;
  await at.write({ 'a.txt': 'first\n' });
  await at.take();
  await at.write({ 'a.txt': 'work\n', 'b.txt': null, 'deep/c.bin': Buffer.from([0, 1, 2, 255]) });
  await at.take();
  return { ...at, cwd: at.rig.repo.path };
};

describe('fanin salvage', () => {
  it('lists what refs hold, without a log', async () => {
    const { cwd } = await scene();
    const { code, out } = await fanin(cwd, 'salvage');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^r1\/core#1 +checkpoint 2 +just now +3 files +[0-9a-f]{7} +1 earlier state$/mu,
    );
    const { attempts } = await faninJson<{ attempts: { id: string; states: unknown[] }[] }>(
      cwd,
      'salvage',
      'list',
    );
    expect(attempts).toMatchObject([
      {
        id: 'r1-core-1',
        states: [
          { kind: 'checkpoint', seq: 1 },
          { seq: 2, files: 3 },
        ],
      },
    ]);
  });

  it('says so when nothing is held', async () => {
    made = await checkpointScene(FILES);
    const cwd = made.rig.repo.path;
    expect((await fanin(cwd, 'salvage')).out).toContain('Nothing is held');
    expect(await fanin(cwd, 'salvage', 'show', 'core')).toMatchObject({ code: 4 });
  });

  it('shows what was changed: files, or the diff', async () => {
    const { cwd } = await scene();
    const stat = await fanin(cwd, 'salvage', 'show', 'core');
    expect(stat.out).toContain('checkpoint 2 of ');
    expect(stat.out.replaceAll(/\s+/gu, ' ')).toContain(
      'refs/fanin/checkpoints/r1/core/1/2 in store.git',
    );
    expect(stat.out).toContain('3 files changed');
    const diff = await fanin(cwd, 'salvage', 'show', 'core#1', '--diff', '--checkpoint', '1');
    expect(diff.out).toContain('+first');
    expect(diff.out).not.toContain('+work');
    expect(await fanin(cwd, 'salvage', 'show', 'core', '--checkpoint', '7')).toMatchObject({
      code: 4,
    });
  });

  it('prefers the harvest, and finds that, too, when all checkpoints are gone', async () => {
    const at = await scene();
    await at.write({ 'a.txt': 'last\n' });
    await at.made.harvest();
    expect((await fanin(at.cwd, 'salvage')).out).toMatch(/core#1 +harvest .* 3 files/u);
    await rm(join(at.rig.place.stateDir, 'store.git'), { recursive: true });
    const shown = await fanin(at.cwd, 'salvage', 'show', 'core', '--diff');
    expect(shown.out).toContain('+last');
  });

  it('makes the changes in this checkout, and stages nothing', async () => {
    const { cwd, rig } = await scene();
    const { code, out } = await fanin(cwd, 'salvage', 'apply', 'core');
    expect([code, out]).toEqual([0, expect.stringContaining('Changed 3 files in ')]);
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('work\n');
    expect(await exists(join(cwd, 'b.txt'))).toBe(false);
    expect([...(await readFile(join(cwd, 'deep/c.bin')))]).toEqual([0, 1, 2, 255]);
    expect(await rig.repo.git('diff', '--cached', '--name-only')).toBe('');
  });

  it.each([
    ['a changed file', 'local-changes', { 'a.txt': 'mine\n' }],
    ['an untracked file', 'does-not-apply', { 'deep/c.bin': 'mine\n' }],
    ['an ignored folder where a file would be', 'does-not-apply', { 'deep/c.bin/x.log': 'mine\n' }],
  ])('refuses to overwrite %s', async (_what, reason, files) => {
    const { cwd, rig } = await scene();
    await rig.repo.write(files);
    const before = await filesBelow(cwd);
    const { code, out } = await fanin(cwd, 'salvage', 'apply', 'core', '--json');
    expect([code, out]).toEqual([4, expect.stringContaining(reason)]);
    expect(await filesBelow(cwd)).toEqual(before);
  });

  it('refuses where another commit is checked out that does not fit', async () => {
    const { cwd, rig } = await scene();
    await rig.repo.commit({ 'a.txt': 'elsewhere\n' });
    const { code, out } = await fanin(cwd, 'salvage', 'apply', 'core', '--json');
    expect([code, out]).toEqual([4, expect.stringContaining('does-not-apply')]);
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('elsewhere\n');
    expect(await exists(join(cwd, 'deep'))).toBe(false);
  });

  it('writes everything into a folder that is empty', async () => {
    const { cwd, made: attempt } = await scene();
    const { code } = await fanin(cwd, 'salvage', 'apply', 'core', '--to', '../back');
    expect(code).toBe(0);
    expect(await filesBelow(join(cwd, '../back'))).toEqual(await filesBelow(attempt.path));
    expect(await fanin(cwd, 'salvage', 'apply', 'core', '--to', '../back')).toMatchObject({
      code: 4,
    });
  });
});
