import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { examine } from '../../src/compose/doctor.ts';
import type { Repaired } from '../../src/compose/doctor.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { kinds, makeYard } from '../adapters/workspaces/worktree/yard-rig.ts';
import { fanin, faninJson } from '../cli/fanin.ts';
import { bound, names, repaired } from './repair-rig.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

const repository = async (): Promise<TempRepo> => (repo = await makeRepo());

const told = async (path: string): Promise<readonly string[]> =>
  (await examine(path)).filter(({ name }) => name === 'shared state').map(({ text }) => text);

describe('a repository that nothing is wrong with', () => {
  it('is left as it is', async () => {
    const { path } = await repository();
    expect(await repaired(path)).toEqual([]);
    expect(await told(path)).toEqual([]);
    expect((await fanin(path, 'doctor', '--repair')).out).toContain('Nothing to repair.');
    await expect(stat(join(path, '.git/fanin/repairs'))).rejects.toThrow();
  });
});

describe('core.bare that leaked into the shared config', () => {
  it('is told by the doctor, who changes nothing by himself', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.bare', 'true');
    const [text] = await told(path);
    expect(text).toContain('core.bare is true in the shared config');
    await expect(gitIn(path, 'status')).rejects.toThrow(/work tree/u);
  });

  it('is put right once, and what was before is kept', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.bare', 'true');
    const [first] = await repaired(path);
    expect(first).toMatchObject({ name: 'core.bare', before: 'true', after: 'false', done: true });
    expect(await gitIn(path, 'status', '--porcelain')).toBe('');
    expect(await readFile(join(path, '.git/fanin/repairs/repairs.jsonl'), 'utf8')).toContain(
      '"before":"true"',
    );
    expect(await repaired(path)).toEqual([]);
  });

  it('shows in what the command prints, with what was before', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.bare', 'true');
    const { out } = await fanin(path, 'doctor', '--repair');
    expect(out).toContain('1 repair done, 0 left to you.');
    expect(out).toContain('core.bare: true → false');
    const { repairs } = await faninJson<{ repairs: readonly Repaired[] }>(
      path,
      'doctor',
      '--repair',
    );
    expect(repairs).toEqual([]);
  });
});

describe('core.worktree', () => {
  it('that leads to a folder that is gone is unset', async () => {
    const { path, base, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.worktree', join(base, 'gone'));
    expect(names(await repaired(path))).toEqual([['core.worktree', true]]);
    expect(await gitIn(path, 'status', '--porcelain')).toBe('');
  });

  it('that leads to a folder of the user’s own is only told', async () => {
    const { path, base, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.worktree', base);
    expect(names(await repaired(path))).toEqual([['core.worktree', false]]);
    const config = await readFile(join(path, '.git/config'), 'utf8');
    expect(config).toContain(`worktree = ${base}`);
  });

  it('that leads to the checkout itself is nobody’s business', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.worktree', path);
    expect(await repaired(path)).toEqual([]);
  });
});

describe('core.hooksPath', () => {
  it('into a workspace that is gone is unset', async () => {
    const { path, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.hooksPath', `${path}.fanin/r1-core-1/.husky`);
    expect(names(await repaired(path))).toEqual([['core.hooksPath', true]]);
    await expect(gitIn(path, 'config', 'core.hooksPath')).rejects.toThrow();
  });

  it('into another folder that is gone, or into a workspace that is there, is told', async () => {
    const { path, base, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.hooksPath', join(base, 'gone'));
    expect(names(await repaired(path))).toEqual([['core.hooksPath', false]]);
    await mkdir(`${path}.fanin/r1-core-1/.husky`, { recursive: true });
    await gitIn(path, 'config', 'core.hooksPath', `${path}.fanin/r1-core-1/.husky`);
    const [text] = await told(path);
    expect(text).toContain('leads into a workspace');
    expect(names(await repaired(path))).toEqual([['core.hooksPath', false]]);
  });

  it('that is relative, or leads to hooks that are there, is nobody’s business', async () => {
    const { path, base, gitIn } = await repository().then(bound);
    await gitIn(path, 'config', 'core.hooksPath', '.husky');
    expect(await repaired(path)).toEqual([]);
    await gitIn(path, 'config', 'core.hooksPath', base);
    expect(await repaired(path)).toEqual([]);
  });
});

describe('books of a workspace that is gone', () => {
  it('go when what it had is held, and no others do', async () => {
    const rig = await makeYard();
    repo = rig.repo;
    const ws = await rig.prepare();
    await rm(ws.path, { recursive: true });
    await rig.repo.git('worktree', 'add', '-q', '--detach', join(rig.repo.base, 'own'));
    await rm(join(rig.repo.base, 'own'), { recursive: true });
    const all = await repaired(rig.repo.path);
    expect(names(all)).toContainEqual(['worktrees/r1-core-1', true]);
    expect(await readdir(join(rig.place.commonDir, 'worktrees'))).toEqual(['own']);
  });

  it('stay when they alone know a commit', async () => {
    const rig = await makeYard();
    repo = rig.repo;
    const ws = await rig.prepare();
    await ws.git('checkout', '-q', '--detach');
    await writeFiles(ws.path, { 'b.txt': 'work\n' });
    await ws.git('add', '-A');
    await ws.git('commit', '-qm', 'work');
    await rm(ws.path, { recursive: true });
    const [one] = (await repaired(rig.repo.path)).filter(({ name }) =>
      name.startsWith('worktrees/'),
    );
    expect(one).toMatchObject({ done: false, failure: { code: 'workspace-kept' } });
    expect(one?.failure?.message).toContain('is in no ref');
    expect(await readdir(join(rig.place.commonDir, 'worktrees'))).toEqual(['r1-core-1']);
  });
});

describe('the branch of the main checkout', () => {
  it('that an attempt moved is told with the command that moves it back, and left', async () => {
    const rig = await makeYard();
    repo = rig.repo;
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'two\n' });
    await ws.git('commit', '-qam', 'two');
    const tip = await ws.git('rev-parse', 'HEAD');
    await ws.git('update-ref', '-m', 'oops', 'refs/heads/main', tip);
    const found = (await repaired(rig.repo.path)).find(({ name }) => name === 'main');
    expect(found).toMatchObject({
      done: false,
      before: tip,
      command: `git -C '${rig.repo.path}' reset --keep ${rig.base}`,
    });
    expect(found?.text).toContain('a commit that r1-core-1 made: git’s log says “oops”');
    expect(await rig.repo.git('rev-parse', 'main')).toBe(tip);
    expect(kinds(await ws.harvest())).toContain('shared-refs-changed');
  });

  it('that its owner merged is nobody’s business', async () => {
    const rig = await makeYard();
    repo = rig.repo;
    const ws = await rig.prepare();
    await writeFiles(ws.path, { 'a.txt': 'two\n' });
    await ws.git('commit', '-qam', 'two');
    await rig.repo.git('merge', '-q', ws.workspace.branch);
    expect((await repaired(rig.repo.path)).map(({ name }) => name)).not.toContain('main');
  });
});

it('refs of a run that the log does not know are told and left', async () => {
  const rig = await makeYard();
  repo = rig.repo;
  const ws = await rig.prepare();
  await writeFiles(ws.path, { 'a.txt': 'two\n' });
  await ws.harvest();
  const found = (await repaired(rig.repo.path)).find(({ name }) => name === 'run r1');
  expect(found).toMatchObject({ done: false, before: '2 refs' });
  expect(await rig.readRef('refs/fanin/r1/harvest/core/1')).not.toBeNull();
});

it('a submodule that is bound to a workspace is told', async () => {
  const { path } = await repository();
  await mkdir(`${path}.fanin/r1-core-1/lib`, { recursive: true });
  await writeFiles(path, {
    '.git/modules/lib/config': `[core]\n\tworktree = ${path}.fanin/r1-core-1/lib\n`,
    '.git/modules/fine/config': `[core]\n\tworktree = ../../../\n`,
  });
  expect(names(await repaired(path))).toEqual([['modules/lib', false]]);
});

it('a clean-up script that failed is told', async () => {
  const { path } = await repository();
  await writeFiles(path, {
    '.git/fanin/attempts/r1-a-1/cleaned-up.json': '{"failed":["the clean-up script x failed: y"]}',
    '.git/fanin/attempts/r1-b-1/cleaned-up.json': '{"failed":[]}',
  });
  const found = (await examine(path)).filter(({ name }) => name === 'clean-up');
  expect(found.map(({ text }) => text)).toEqual(['r1-a-1: the clean-up script x failed: y']);
});
