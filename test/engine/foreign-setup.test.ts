import { describe, expect, it } from 'vitest';
import { memorySetups, NO_SETUP } from '../../src/adapters/simulated/setups.ts';
import type { WorkspaceSetup } from '../../src/ports/setups.ts';
import type { TaggedCommand } from '../../src/ports/commands.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import type { EngineBench, Watched } from '../support/engine-bench.ts';
import type { FakeEnding } from '../support/fake-commands.ts';
import { planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const script = (name: string, run: string) => ({ name, argv: ['sh', '-c', run], pin: run });
const SETUP: WorkspaceSetup = {
  ...NO_SETUP,
  env: { PORT: '20010', SHARED: 'tool' },
  scripts: [script('conductor.json:3', 'npm ci')],
  cleanup: [script('conductor.json:4', 'docker compose down')],
};

interface Going {
  readonly bench: EngineBench;
  readonly watched: Watched;
  readonly released: readonly string[];
}

/** A run of one task whose workspace gets `setup`. */
const start = async (
  setup: Partial<WorkspaceSetup>,
  act: (command: TaggedCommand) => FakeEnding = () => ({}),
  brought: readonly string[] = [],
): Promise<Going> => {
  const bench = engineBench(act);
  const { setups, released } = memorySetups({ ...SETUP, ...setup }, brought);
  const own = { name: 'setup', run: 'make ready', timeoutMs: 60_000 };
  const plan = planOf([taskOf('a', { env: { SHARED: 'task' } })], { setup: own });
  const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] }, { setups });
  return { bench, watched, released };
};

const of = (bench: EngineBench, tag: string) =>
  bench.commands.runs.filter((each) => each.tag === tag);

describe('set-up scripts of other tools', () => {
  it('run behind the config’s own set-up, with its and the tools’ variables', async () => {
    const { bench } = await start({});
    const runs = of(bench, `setup:${A}`);
    expect(runs.map(({ command }) => command.argv.at(-1))).toEqual(['make ready', 'npm ci']);
    for (const { command } of runs)
      expect(command.env).toMatchObject({ PORT: '20010', SHARED: 'task' });
    expect(new Set(runs.map(({ logFile }) => logFile)).size).toBe(2);
  });

  it('give their variables to the agent too, and a task’s own win', async () => {
    const { bench } = await start({});
    const [launch] = bench.agents.launches;
    expect(launch?.command.env).toMatchObject({ PORT: '20010', SHARED: 'task' });
  });

  it('that fail keep the agent from starting, and the failure names the file and the log', async () => {
    const { bench, watched } = await start({}, ({ command }) =>
      command.argv.at(-1) === 'npm ci' ? { exit: 3 } : {},
    );
    await watched.end();
    expect(bench.agents.launches).toEqual([]);
    const failed = bench.events('r1').find(({ type }) => type === 'attempt.ended');
    expect(JSON.stringify(failed)).toContain(
      'the set-up command `conductor.json:3` ended with exit code 3',
    );
    expect(JSON.stringify(failed)).toContain('/setup-2.log');
  });

  it('say in the receipt what did not run and what was brought', async () => {
    const { bench, watched } = await start({ notes: ['nobody has trusted x'] }, undefined, [
      'node_modules: brought',
    ]);
    bench.work(A, 'a/x');
    await watched.end();
    const receipt = JSON.stringify(bench.events('r1'));
    expect(receipt).toContain('nobody has trusted x');
    expect(receipt).toContain('node_modules: brought');
  });
});

describe('clean-up scripts', () => {
  it('run once, before the workspace goes, and its ports are given back', async () => {
    const { bench, watched, released } = await start({});
    bench.work(A, 'a/x');
    await watched.end();
    const runs = of(bench, `cleanup:${A}`);
    expect(runs.map(({ command }) => command.argv.at(-1))).toEqual(['docker compose down']);
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(false);
    expect(released).toEqual([A]);
  });

  it('that fail keep nothing from going, and it is written down', async () => {
    const { bench, watched } = await start({}, ({ tag }) =>
      tag.startsWith('cleanup:') ? { exit: 1 } : {},
    );
    bench.work(A, 'a/x');
    await watched.end();
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(false);
    expect(await bench.deps.files.read(A, 'cleaned-up.json')).toContain('conductor.json:4 failed');
  });

  it('whose work is held nowhere else keep the workspace, and are not run a second time', async () => {
    const { bench, watched, released } = await start({}, ({ tag }) => {
      if (tag.startsWith('cleanup:'))
        bench.workspaces.edit(`/fake/app.fanin/${A}`, 'a/late', 'work\n');
      return {};
    });
    bench.work(A, 'a/x');
    await watched.end();
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(true);
    expect(released).toEqual([]);
    expect(of(bench, `cleanup:${A}`)).toHaveLength(1);
  });
});
