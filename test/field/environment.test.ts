import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { setupRig } from '../adapters/setup/setup-rig.ts';
import type { SetupRig } from '../adapters/setup/setup-rig.ts';

// Further ones of this kind: test/adapters/workspaces/worktree/brought-in.test.ts (.env), test/adapters/setup/*.
let rig: SetupRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

describe('the environment of a worktree, as users have seen it go wrong', () => {
  it('the set-up script was the one of the primary checkout’s branch, not of the worktree’s', async () => {
    const conductor = (setup: string): string => JSON.stringify({ scripts: { setup } });
    rig = await setupRig({ 'conductor.json': conductor('old') });
    await rig.trust();
    await rig.repo.git('checkout', '-q', '-b', 'elsewhere');
    await rig.repo.commit({ 'conductor.json': conductor('new') });
    await rig.repo.write({ 'conductor.json': conductor('newest') });
    const { scripts } = await rig.setups.of(rig.workspace);
    expect(scripts.map(({ argv }) => argv.at(-1))).toEqual(['old']);
  });

  it('an install through a linked node_modules emptied the primary checkout’s', async () => {
    const settings = { worktree: { symlinkDirectories: ['node_modules'] } };
    rig = await setupRig(
      { '.gitignore': 'node_modules\n', '.claude/settings.json': JSON.stringify(settings) },
      { 'node_modules/a/index.js': '1;\n', 'node_modules/.bin/tool': '#!/bin/sh\n' },
    );
    await rig.setups.bring(rig.workspace);
    const here = join(rig.workspace.path, 'node_modules');
    expect((await stat(here)).isDirectory()).toBe(true);
    for (const name of await readdir(here)) await rm(join(here, name), { recursive: true });
    expect(await readdir(join(rig.repo.path, 'node_modules'))).toEqual(['.bin', 'a']);
    expect(await readFile(join(rig.repo.path, 'node_modules/a/index.js'), 'utf8')).toBe('1;\n');
  });

  it('existing worktrees kept feeding agents stale instruction files', async () => {
    rig = await setupRig({ 'CLAUDE.md': 'old\n' });
    const base = await rig.repo.commit({ 'CLAUDE.md': 'new\n' });
    const made = await rig.workspaces.prepare({
      ...rig.spec,
      attempt: 'r1-core-2',
      n: 2,
      base,
      folder: join(rig.place.stateDir, 'attempts/r1-core-2'),
    });
    if (!made.ok) throw new Error(made.error.message);
    expect(await readFile(join(made.value.path, 'CLAUDE.md'), 'utf8')).toBe('new\n');
  });

  it('a fresh worktree showed every file as deleted', async () => {
    rig = await setupRig({ 'a.txt': '1\n', 'd/b.txt': '2\n' });
    expect(await rig.repo.gitIn(rig.workspace.path, 'status', '--porcelain')).toBe('');
    expect(await rig.repo.git('status', '--porcelain')).toBe('');
  });

  it('two workspaces, also of two repositories, had one port and one database name', async () => {
    rig = await setupRig({ a: '1\n' });
    const one = await rig.setups.of(rig.workspace);
    const other = { ...rig.workspace, attempt: 'r1-core-2', path: join(rig.repo.base, 'home') };
    const two = await rig.setups.of(other);
    expect(one.env['PORT']).not.toBe(two.env['PORT']);
    expect(one.env['COMPOSE_PROJECT_NAME']).not.toBe(two.env['COMPOSE_PROJECT_NAME']);
    expect(Number(one.env['PORT'])).toBeGreaterThan(10_000);
  });
});
