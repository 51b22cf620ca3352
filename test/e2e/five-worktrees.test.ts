import { afterAll, beforeAll, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith } from '../support/capabilities.ts';
import { writeFiles } from '../support/git-repo.ts';
import { BRANCHES, fiveWorktrees, removeAll } from './five-worktrees-scene.ts';
import type { FiveWorktrees } from './five-worktrees-scene.ts';

const sh = promisify(execFile);

/** The tests tell one story, in their order: collected, reviewed, landed, returned, mended, landed. */
describeWith(['git-2.38'], 'five worktrees that plain git has made', () => {
  let scene: FiveWorktrees;
  beforeAll(async () => {
    scene = await fiveWorktrees();
  });
  afterAll(() => removeAll(scene));

  const type = async (...args: readonly string[]) => {
    const end = await scene.type(...args);
    return { ...end, said: `${end.stdout}${end.stderr}` };
  };
  const target = async (file: string): Promise<string> => {
    const status = await scene.type('status', '--json');
    const { run } = JSON.parse(status.stdout) as { readonly run: { readonly targetRef: string } };
    return scene.repo.git('show', `${run.targetRef}:${file}`);
  };
  const states = async (): Promise<Readonly<Record<string, string>>> => {
    const { stdout } = await scene.type('status', '--json');
    const { tasks } = JSON.parse(stdout) as {
      readonly tasks: readonly { readonly id: string; readonly phase: string }[];
    };
    return Object.fromEntries(tasks.map(({ id, phase }) => [id, phase]));
  };

  it('are collected with everything in them but secrets, and left as they are', async () => {
    const before = await scene.belongings();
    const paths = [scene.paths.docs, scene.paths.types];
    const { exit, said } = await type(
      'collect',
      'feature/parse',
      'feature/print',
      'tidy',
      ...paths,
    );
    expect(exit, said).toBe(3);
    expect(said).toContain('Taking in 5 pieces of work into a run of its own, from main@');
    expect(said).toMatch(/feature-parse#1 +feature\/parse +1 commit · 1 uncommitted file/u);
    expect(said).toMatch(/\.env is untracked and looks like a\s+secret/u);
    expect(await states()).toEqual({
      'feature-parse': 'delivered',
      'feature-print': 'delivered',
      docs: 'delivered',
      tidy: 'delivered',
      types: 'parked',
    });
    expect(await scene.belongings()).toEqual(before);
  });

  it('are reviewed with measured facts, and no claims', async () => {
    const { stdout } = await type('review', 'list');
    expect(stdout).toContain('4 deliveries wait for you');
    expect(stdout).toMatch(/feature-parse#1 +green .*✓ suite · 2 files \+2 −1/u);
    const shown = (await type('receipt', 'docs')).stdout;
    expect(shown).toMatch(/^docs#1 · collected from docs · made outside of fanin/u);
    expect(shown).toContain('1 file +2 −0');
    expect(shown).not.toContain('Claims');
    expect((await type('diff', 'docs')).stdout).toContain('+Parses and prints.');
  });

  it('land when they are approved; the one that conflicts comes back', async () => {
    const before = await scene.belongings();
    for (const name of ['feature-parse', 'tidy', 'docs'])
      expect((await type('review', 'approve', name)).exit, name).toBe(0);
    const { exit, said } = await type('review', 'approve', 'feature-print');
    expect([exit, said]).toEqual([
      1,
      expect.stringContaining('conflicts with the target in src/toolkit.sh'),
    ]);
    expect(await states()).toEqual({
      'feature-parse': 'landed',
      'feature-print': 'parked',
      docs: 'landed',
      tidy: 'landed',
      types: 'parked',
    });
    const tool = await target('src/toolkit.sh');
    expect(tool).toContain('parse() { echo parsed "$1"; }');
    expect(tool).toContain('\ntrue');
    expect(await target('notes/parse.md')).toBe('Takes an argument.');
    expect(await target('README.md')).toContain('Parses and prints.');
    await expect(target('.env')).rejects.toThrow();
    await expect(target('run.log')).rejects.toThrow();
    expect(await scene.belongings()).toEqual(before);
  });

  it('come back with the log of the check that was red', async () => {
    const brief = (await type('brief', 'types')).stdout;
    expect(brief).toContain('## types#1 failed its checks\n\nsuite failed (exit code 1)');
    expect(brief).toContain('    types: expected 3, got 4\n    FAILED: tests/types.sh');
    expect(brief).toContain(`In ${scene.paths.types}, on \`types\``);
    const log = (await type('logs', 'types', 'suite')).stdout;
    expect(log).toBe('types: expected 3, got 4\nFAILED: tests/types.sh\n');
    expect((await type('receipt', 'types', '--json')).stdout).toContain('"claims":[]');
  });

  it('come back with a brief that an agent can act on: it merges, resolves, and hands back', async () => {
    const brief = (await type('brief', 'feature-print')).stdout;
    expect(brief).toContain('## feature-print#1 conflicted with what has landed since');
    expect(brief).toContain('    <<<<<<< target\n    parse() { echo parsed "$1"; }\n    |||||||');
    expect(brief).toMatch(/^- feature-parse as \w+: `notes\/parse.md`, `src\/toolkit.sh`$/mu);
    // All that the agent has is the brief: where to work, what to run, and how to hand it back.
    const place = /^- In (\S+), on `feature\/print`/mu.exec(brief)?.[1] ?? '';
    const merge = /`(git merge \S+)`/u.exec(brief)?.[1] ?? '';
    const handBack = /`fanin (collect \S+)` takes it in again/u.exec(brief)?.[1] ?? '';
    await expect(sh('sh', ['-c', merge], { cwd: place })).rejects.toThrow();
    const file = 'src/toolkit.sh';
    const both = (await readFile(join(place, file), 'utf8')).replace(
      /<{7}[^]*>{7}[^\n]*/u,
      'parse() { echo parsed --strict "$1"; }',
    );
    await writeFiles(place, { [file]: both });
    await sh('git', ['commit', '-qam', 'Print beside parsing'], { cwd: place });
    const before = await scene.belongings();
    const again = await type(...handBack.split(' '));
    expect(again.exit, again.said).toBe(3);
    expect(again.said).toContain('feature-print#2 is green');
    expect(again.said).not.toContain('keeps it from landing');
    expect((await type('review', 'approve', 'feature-print')).exit).toBe(0);
    const tool = await target(file);
    expect(tool).toContain('parse() { echo parsed --strict "$1"; }');
    expect(tool).toContain('print() { echo printed "$1"; }');
    expect(tool).toContain('\ntrue');
    expect(await scene.belongings()).toEqual(before);
  });

  it('are taken in by the engine that is at work, where there is one', async () => {
    const path = scene.paths.types;
    await writeFiles(path, { 'tests/types.sh': 'exit 0\n' });
    const first = await type('collect', 'types', '-d');
    expect(first.exit, first.said).toBe(0);
    await writeFiles(path, { 'tests/types.sh': 'echo fine\n' });
    const second = await type('collect', 'types');
    expect([second.exit, second.said]).toEqual([
      0,
      expect.stringContaining('its engine checks it'),
    ]);
    // The engine in the background checks and lands; each look takes longer than that.
    for (let looks = 0; (await states())['types'] !== 'landed' && looks < 100; looks += 1)
      await type('review', 'approve', 'types');
    expect(await target('tests/types.sh')).toBe('echo fine');
  });

  it('are the person’s own to the end: what landed is taken over when they say so', async () => {
    expect(Object.values(await states())).toEqual(BRANCHES.map(() => 'landed'));
    expect(await scene.repo.git('show', 'main:README.md')).toBe('# Toolkit');
    const promoted = await type('promote');
    expect(promoted.exit, promoted.said).toBe(0);
    expect(await scene.repo.git('show', 'main:README.md')).toContain('Parses and prints.');
    expect(await scene.repo.git('stash', 'list')).toContain('stash@{0}');
    expect(await readFile(join(scene.repo.path, 'mine.txt'), 'utf8')).toBe('not committed\n');
  });
});
