import { chown, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { setupRig } from './setup-rig.ts';
import type { SetupRig } from './setup-rig.ts';

let rig: SetupRig | null = null;
afterEach(async () => {
  await rig?.repo.remove();
  rig = null;
});

const IGNORE = { '.gitignore': 'node_modules\n.venv/\nbig\n' };
const MODULES = { 'node_modules/a/index.js': '1;\n', 'node_modules/a/b/c.js': '2;\n' };

const here = (path: string): string => join(rig?.workspace.path ?? '', path);
const main = (path: string): string => join(rig?.repo.path ?? '', path);

describe('folders of the main checkout', () => {
  it('come as copies: what is written in the workspace stays there', async () => {
    rig = await setupRig(IGNORE, MODULES, { bring: ['node_modules'] });
    const notes = await rig.setups.bring(rig.workspace);
    expect(notes).toEqual([expect.stringMatching(/^node_modules: brought as a copy in \d/u)]);
    expect(await readFile(here('node_modules/a/b/c.js'), 'utf8')).toBe('2;\n');
    const [ours, theirs] = await Promise.all(
      [here, main].map((of) => stat(of('node_modules/a/index.js'))),
    );
    expect([ours?.nlink, theirs?.nlink, ours?.ino === theirs?.ino]).toEqual([1, 1, false]);
    await writeFile(here('node_modules/a/index.js'), 'changed\n');
    expect(await readFile(main('node_modules/a/index.js'), 'utf8')).toBe('1;\n');
  });

  it('come once: what a set-up or an agent has made stays', async () => {
    rig = await setupRig(IGNORE, MODULES, { bring: ['node_modules'] });
    await mkdir(here('node_modules'));
    expect(await rig.setups.bring(rig.workspace)).toEqual([]);
    await expect(stat(here('node_modules/a'))).rejects.toThrow();
  });

  it('that a set-up file wants linked are copied, and it is said whose wish it was', async () => {
    const settings = { worktree: { symlinkDirectories: ['node_modules'] } };
    rig = await setupRig(
      { ...IGNORE, '.claude/settings.json': JSON.stringify(settings, null, 1) },
      MODULES,
    );
    expect(await rig.setups.bring(rig.workspace)).toEqual([
      expect.stringMatching(
        /^node_modules: \.claude\/settings\.json:3 wants it shared, and brought as a copy/u,
      ),
    ]);
    expect((await stat(here('node_modules'))).isDirectory()).toBe(true);
  });

  it('that only the base asks for stay: an agent may have written that', async () => {
    const asks = (path: string) => ({
      '.claude/settings.json': JSON.stringify({ worktree: { symlinkDirectories: [path] } }),
    });
    rig = await setupRig({ '.gitignore': 'secrets\n', ...asks('cache') }, { 'secrets/key': 'k' });
    await rig.repo.git('checkout', '-q', '-b', 'target');
    const base = await rig.repo.commit(asks('secrets'));
    await rig.repo.git('checkout', '-q', 'main');
    expect(await rig.setups.bring({ ...rig.workspace, base })).toEqual([
      'secrets: not brought: .claude/settings.json:1 wants it, and the commit of the main checkout does not',
    ]);
    await expect(stat(here('secrets'))).rejects.toThrow();
  });

  it('that are too large to be written again stay, and it is said what would help', async () => {
    rig = await setupRig(
      IGNORE,
      { 'big/x': 'x'.repeat(5_000) },
      { bring: ['big'], copyLimit: 100 },
    );
    const [note] = await rig.setups.bring(rig.workspace);
    // A file system that can share blocks copies it whatever its size.
    if (note?.includes('sharing its blocks') === true) return;
    expect(note).toContain('not brought: it is larger than 1 kB (workspaces.copyLimit)');
    await expect(stat(here('big'))).rejects.toThrow();
  });

  it.each([
    ['git tracks', 'src', 'git tracks files of it'],
    ['git does not ignore', 'loose', 'git does not ignore it'],
    ['are not there', 'big', 'the main checkout has none'],
  ])('that %s are not brought', async (_what, path, why) => {
    rig = await setupRig({ ...IGNORE, 'src/a': '1\n' }, { 'loose/x': '1' }, { bring: [path] });
    await rig.repo.gitIn(rig.workspace.path, 'rm', '-rq', 'src');
    expect(await rig.setups.bring(rig.workspace)).toEqual([`${path}: not brought: ${why}`]);
  });

  it('that are links are not brought: what they lead to would be shared', async () => {
    rig = await setupRig(IGNORE, {}, { bring: ['node_modules'] });
    await mkdir(join(rig.repo.base, 'elsewhere'));
    await symlink(join(rig.repo.base, 'elsewhere'), main('node_modules'));
    const [note] = await rig.setups.bring(rig.workspace);
    expect(note).toContain('not brought: it is a link');
  });

  it('never go through a link that the workspace has', async () => {
    rig = await setupRig(
      { '.gitignore': 'deps/big\n', 'deps/keep': '1\n' },
      { 'deps/big/x': '1' },
      {
        bring: ['deps/big'],
      },
    );
    await rm(here('deps'), { recursive: true });
    await mkdir(join(rig.repo.base, 'outside'));
    await symlink(join(rig.repo.base, 'outside'), here('deps'));
    expect(await rig.setups.bring(rig.workspace)).toEqual([
      'deps/big: not brought: its folder in the workspace is a link or a file',
    ]);
    await expect(stat(join(rig.repo.base, 'outside/big'))).rejects.toThrow();
  });

  it('lead to the workspace where they led to the main checkout', async () => {
    rig = await setupRig({ ...IGNORE, 'packages/p/a.js': '1\n' }, MODULES, {
      bring: ['node_modules'],
    });
    await symlink(main('packages/p'), main('node_modules/p'));
    await symlink('../packages/p', main('node_modules/relative'));
    await symlink('/usr/bin/env', main('node_modules/env'));
    const [note] = await rig.setups.bring(rig.workspace);
    expect(note).toContain('; 1 names of the main checkout in it made the workspace’s');
    expect(await readlink(here('node_modules/p'))).toBe(here('packages/p'));
    expect(await readlink(here('node_modules/relative'))).toBe('../packages/p');
    expect(await readlink(here('node_modules/env'))).toBe('/usr/bin/env');
  });

  it('of Python name the workspace, or pip would write to the main checkout’s', async () => {
    rig = await setupRig(IGNORE, {}, { bring: ['.venv'] });
    const root = rig.repo.path;
    await rig.repo.write({
      '.venv/pyvenv.cfg': `home = /usr/bin\ncommand = python -m venv ${root}/.venv\n`,
      '.venv/bin/pip': `#!${root}/.venv/bin/python\nimport sys\n`,
      '.venv/bin/activate': `VIRTUAL_ENV="${root}/.venv"\nOTHER="${root}2/x"\n`,
      '.venv/lib/python3.11/site-packages/own.pth': `${root}/src\n`,
      '.venv/lib/python3.11/site-packages/data.txt': `${root}/src\n`,
      '.venv/bin/binary': Buffer.from([0, 1, 2]),
    });
    await symlink('/usr/bin/python3', main('.venv/bin/python'));
    await rig.setups.bring(rig.workspace);
    const { path } = rig.workspace;
    expect(await readFile(here('.venv/bin/pip'), 'utf8')).toBe(
      `#!${path}/.venv/bin/python\nimport sys\n`,
    );
    expect(await readFile(here('.venv/bin/activate'), 'utf8')).toBe(
      `VIRTUAL_ENV="${path}/.venv"\nOTHER="${root}2/x"\n`,
    );
    expect(await readFile(here('.venv/lib/python3.11/site-packages/own.pth'), 'utf8')).toBe(
      `${path}/src\n`,
    );
    expect(await readFile(here('.venv/pyvenv.cfg'), 'utf8')).toContain(path);
    expect(await readlink(here('.venv/bin/python'))).toBe('/usr/bin/python3');
  });

  it('belong to whom the workspace belongs', async () => {
    rig = await setupRig(IGNORE, MODULES, { bring: ['node_modules'] });
    // Only root can give files away, and only root makes workspaces for other users.
    if (process.getuid?.() === 0) await chown(rig.workspace.path, 12_345, 12_345);
    await rig.setups.bring(rig.workspace);
    const [folder, owned] = await Promise.all([
      stat(here('')),
      stat(here('node_modules/a/index.js')),
    ]);
    expect([owned.uid, owned.gid]).toEqual([folder.uid, folder.gid]);
    expect((await stat(main('node_modules/a/index.js'))).uid).toBe(process.getuid?.());
  });

  it('are in no delivery, and keep no workspace', async () => {
    rig = await setupRig(IGNORE, MODULES, { bring: ['node_modules'] });
    await rig.setups.bring(rig.workspace);
    const harvest = await rig.workspaces.harvest(rig.workspace, rig.spec);
    expect(harvest).toMatchObject({ ok: true, value: { commit: null, findings: [] } });
    expect(await rig.workspaces.remove(rig.workspace, rig.spec)).toEqual({
      ok: true,
      value: { removed: true },
    });
    expect(await readFile(main('node_modules/a/index.js'), 'utf8')).toBe('1;\n');
  });
});
