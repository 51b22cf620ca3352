import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, kinds, makeYard } from './yard-rig.ts';
import type { Prepared, YardRig } from './yard-rig.ts';

const FILES = {
  '.gitignore': '*.log\n/build/\n/.env\n',
  'a.txt': 'one\n',
  'b.txt': 'two\n',
  'dir/c.txt': 'three\n',
};

describe('harvest of a damaged worktree', () => {
  let rig: YardRig;
  let ws: Prepared;
  beforeEach(async () => {
    rig = await makeYard(FILES);
    ws = await rig.prepare();
  });
  afterEach(() => rig.repo.remove());

  const treeOf = async (): Promise<Readonly<Record<string, string>>> =>
    rig.filesOf((await ws.harvest()).commit ?? '');

  it.each([
    ['its .git file removed', (path: string) => rm(join(path, '.git'))],
    [
      'a repository made over it',
      async (path: string) => {
        await rm(join(path, '.git'));
        execFileSync('git', ['init', '-q'], { cwd: path });
      },
    ],
    [
      'core.bare flipped in the shared config',
      async (path: string) => {
        execFileSync('git', [
          'config',
          '--file',
          join(path, '../../app/.git/config'),
          'core.bare',
          'true',
        ]);
      },
    ],
  ])('harvests a workspace with %s', async (_name, damage) => {
    await writeFiles(ws.path, { 'new.txt': 'n\n' });
    await damage(ws.path);
    expect(await treeOf()).toMatchObject({ 'new.txt': 'n\n', 'a.txt': 'one\n' });
  });

  it('harvests a workspace that git lists no more', async () => {
    await writeFiles(ws.path, { 'a.txt': 'committed\n' });
    await ws.git('commit', '-qam', 'work');
    await writeFiles(ws.path, { 'new.txt': 'n\n' });
    await rm(await ws.git('rev-parse', '--absolute-git-dir'), { recursive: true });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['workspace-unregistered']);
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({
      'a.txt': 'committed\n',
      'new.txt': 'n\n',
    });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('harvests the branch of a workspace whose folder is gone', async () => {
    await writeFiles(ws.path, { 'a.txt': 'committed\n' });
    await ws.git('commit', '-qam', 'work');
    await rm(ws.path, { recursive: true });
    const harvest = await ws.harvest();
    expect(kinds(harvest)).toEqual(['workspace-missing']);
    expect(await rig.filesOf(harvest.commit ?? '')).toMatchObject({ 'a.txt': 'committed\n' });
  });

  it('fails with a reason when the repository itself is broken', async () => {
    await writeFile(join(rig.repo.path, '.git/config'), '[broken');
    const result = await rig.workspaces.harvest(ws.workspace, ws.spec);
    expect(result.ok ? null : result.error.code).toBe('git-failed');
    expect(await exists(join(ws.path, 'a.txt'))).toBe(true);
  });

  it('keeps commits that were left behind although one of the user’s refs is broken', async () => {
    await writeFiles(ws.path, { 'a.txt': 'first\n' });
    await ws.git('commit', '-qam', 'first');
    const first = await ws.git('rev-parse', 'HEAD');
    await ws.git('commit', '-q', '--amend', '-m', 'second');
    await writeFile(join(rig.repo.path, '.git/refs/heads/broken'), `${'1'.repeat(40)}\n`);
    expect(kinds(await ws.harvest())).toEqual(['commits-dropped', 'shared-refs-changed']);
    expect(await rig.repo.git('rev-list', 'refs/fanin/r1/dropped/core/1')).toContain(first);
    expect(await ws.remove()).toEqual({ removed: true });
  });
});
