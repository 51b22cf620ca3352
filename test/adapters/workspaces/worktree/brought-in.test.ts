import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../support/git-repo.ts';
import { exists, filesBelow, kinds, makeYard, value } from './yard-rig.ts';
import type { YardRig } from './yard-rig.ts';

describe('bringing in what .worktreeinclude names', () => {
  let rig: YardRig;
  beforeEach(async () => {
    rig = await makeYard({
      '.gitignore': '.env*\n/config/*.key\nlinked\n',
      '.worktreeinclude': '.env*\nconfig/*.key\ntracked.txt\nplain.txt\nlinked\nout/.env\n',
      'tracked.txt': 'tracked\n',
      'config/readme': 'r\n',
    });
    await writeFiles(rig.repo.path, {
      '.env': 'SECRET=1\n',
      'config/a.key': 'key\n',
      'plain.txt': 'not ignored\n',
      'packages/x/.env.local': 'L\n',
    });
  });
  afterEach(() => rig.repo.remove());

  it('copies files that match, are ignored and untracked', async () => {
    const ws = await rig.prepare();
    const files = await filesBelow(ws.path);
    expect(files).toMatchObject({
      '.env': 'SECRET=1\n',
      'config/a.key': 'key\n',
      'packages/x/.env.local': 'L\n',
    });
    expect(files).not.toHaveProperty(['plain.txt']);
    const record = await readFile(join(ws.spec.folder, 'brought-in.json'), 'utf8');
    expect(record).not.toContain('SECRET');
    expect(record).toContain('packages/x/.env.local');
    expect(await rig.repo.gitIn(ws.path, 'status', '--porcelain')).toBe('');
  });

  it('keeps modes, and never follows a link out', async () => {
    await writeFile(join(rig.repo.base, 'outside'), 'outside\n');
    await symlink(join(rig.repo.base, 'outside'), join(rig.repo.path, 'linked'));
    await writeFile(join(rig.repo.path, '.env.run'), '#!/bin/sh\n', { mode: 0o700 });
    const ws = await rig.prepare();
    expect(await exists(join(ws.path, 'linked'))).toBe(false);
    expect((await stat(join(ws.path, '.env.run'))).mode & 0o777).toBe(0o700);
    expect(await readFile(join(ws.spec.folder, 'brought-in.json'), 'utf8')).toContain(
      'leads out of the main checkout',
    );
  });

  it('does not write through a link in the work copy', async () => {
    await rig.repo.remove();
    rig = await makeYard({ '.gitignore': '.env\n', '.worktreeinclude': '.env\n' });
    const outside = join(rig.repo.base, 'outside');
    await mkdir(outside);
    await symlink(outside, join(rig.repo.path, 'out'));
    const base = await rig.repo.commit({});
    await rm(join(rig.repo.path, 'out'));
    await writeFiles(rig.repo.path, { 'out/.env': 'SECRET\n' });
    value(await rig.workspaces.prepare({ ...rig.spec(), base }));
    expect(await exists(join(outside, '.env'))).toBe(false);
  });

  it('keeps them out of git even when the agent stops ignoring and stages them', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { '.gitignore': '', '.env': 'SECRET=changed\n', 'ok.txt': 'ok\n' });
    await ws.git('add', 'config/a.key');
    const harvest = await ws.harvest();
    const tree = await rig.filesOf(harvest.commit ?? '');
    expect(Object.keys(tree).toSorted()).toEqual([
      '.gitignore',
      '.worktreeinclude',
      'config/readme',
      'ok.txt',
      'tracked.txt',
    ]);
    expect(await rig.repo.git('cat-file', '--batch-all-objects', '--batch')).not.toContain(
      'SECRET',
    );
    expect(kinds(harvest)).toEqual(['brought-in-changed']);
    expect(await readFile(join(ws.spec.folder, 'brought-in/.env'), 'utf8')).toBe(
      'SECRET=changed\n',
    );
  });

  it('removes a workspace whose changed files were copied, and keeps one whose were not', async () => {
    const ws = await rig.prepare();
    await writeFiles(ws.path, { '.env': 'changed\n' });
    expect(await ws.remove()).toMatchObject({ removed: false });
    await ws.harvest();
    await writeFiles(ws.path, { '.env': 'changed again\n' });
    expect(await ws.remove()).toMatchObject({ removed: false });
    await ws.harvest();
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('reports a secret that the agent committed', async () => {
    const ws = await rig.prepare();
    await ws.git('add', '-f', '.env');
    await ws.git('commit', '-qm', 'oops');
    const harvest = await ws.harvest();
    expect(harvest.findings).toContainEqual(
      expect.objectContaining({ kind: 'brought-in-committed', path: '.env', blocks: true }),
    );
  });

  it('says nothing about them when they are as they were', async () => {
    const ws = await rig.prepare();
    expect(await ws.harvest()).toMatchObject({ commit: null, findings: [] });
    await writeFiles(ws.path, { '.env': null });
    expect(await ws.harvest()).toMatchObject({ commit: null, findings: [] });
    expect(await ws.remove()).toEqual({ removed: true });
  });

  it('does not overwrite what the base has', async () => {
    const ws = await rig.prepare();
    expect(await filesBelow(ws.path)).toMatchObject({ 'tracked.txt': 'tracked\n' });
  });
});
