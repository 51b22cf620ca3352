import { describe, expect, it } from 'vitest';
import { memorySetups } from '../../src/adapters/simulated/setups.ts';
import type { CheckSetup } from '../../src/ports/setups.ts';
import type { TaggedCommand } from '../../src/ports/commands.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import type { FakeEnding } from '../support/fake-commands.ts';
import { planOf, taskOf } from '../support/plans.ts';

const UNIT = { name: 'unit', run: 'npm test', timeoutMs: 60_000 };
const SETUP = { name: 'setup', run: 'make ready', timeoutMs: 60_000 };
const script = (name: string, run: string) => ({ name, argv: ['sh', '-c', run], pin: run });
const SCRIPTS = { scripts: [script('conductor.json:3', 'createdb')] };
const CLEANUP = { cleanup: [script('conductor.json:4', 'dropdb')] };

/** Two tasks that land one after the other: check copies are used four times. The value: what ran in them, in order. */
const landed = async (
  checks: Partial<CheckSetup>,
  act: (command: TaggedCommand) => FakeEnding = () => ({}),
) => {
  const bench = engineBench(act);
  const { setups } = memorySetups(undefined, [], { env: (path) => ({ AT: path }), ...checks });
  const tasks = ['a', 'b'].map((id) => taskOf(id, { checks: [UNIT], env: { OWN: 'task' } }));
  const plan = planOf(tasks, { setup: SETUP, review: { by: 'checks', limit: 3 } });
  const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] }, { setups });
  bench.work('r1-a-1', 'a/x');
  for (let k = 0; k < 50; k += 1) await bench.time.pass(100);
  bench.work('r1-b-1', 'b/x');
  await watched.end();
  const runs = bench.commands.runs.filter(({ tag }) => !tag.startsWith('setup:'));
  return { bench, runs, lines: runs.map(({ command }) => command.argv.at(-1)) };
};

const firstReceipt = (bench: EngineBench) => [...bench.files.receipts.values()][0];

describe('trusted set-up scripts in check copies', () => {
  it('are run behind the config’s set-up, once for as long as nothing has changed', async () => {
    const { lines, runs } = await landed(SCRIPTS);
    expect(lines.slice(0, 3)).toEqual(['make ready', 'createdb', 'npm test']);
    expect(lines.filter((line) => line === 'createdb')).toHaveLength(1);
    expect(lines.filter((line) => line === 'npm test').length).toBeGreaterThan(1);
    for (const { command } of runs)
      expect(command.env).toMatchObject({ OWN: 'task', AT: command.cwd });
  });

  it('are run each time where they clean up behind themselves', async () => {
    const { lines } = await landed({ ...SCRIPTS, ...CLEANUP });
    expect(lines.slice(0, 4)).toEqual(['make ready', 'createdb', 'npm test', 'dropdb']);
    const count = (line: string) => lines.filter((each) => each === line).length;
    expect(count('createdb')).toBe(count('npm test'));
    expect(count('dropdb')).toBe(count('npm test'));
    expect(count('make ready')).toBe(1);
  });

  it('that fail stop no check, are told, and what is red behind them is nobody’s verdict', async () => {
    const { bench, lines } = await landed(SCRIPTS, ({ command }) =>
      command.argv.at(-1) === 'createdb' || command.argv.at(-1) === 'npm test' ? { exit: 2 } : {},
    );
    expect(lines).toContain('npm test');
    const receipt = firstReceipt(bench);
    expect(receipt?.findings.map(({ text }) => text).join()).toContain(
      'the set-up script conductor.json:3 failed in the check copy (exit code 2',
    );
    expect(receipt?.checks[0]?.reason).toMatch(/^exit code 2; before it the set-up script/u);
    const definition = receipt?.checks[0]?.definition ?? '';
    expect(await bench.deps.verdicts.get(receipt?.tree ?? '', definition)).toBeNull();
  });

  it('leave everything as it was where there are none', async () => {
    const { lines, runs } = await landed({});
    expect(lines.slice(0, 2)).toEqual(['make ready', 'npm test']);
    for (const { command } of runs) expect(command.env).not.toHaveProperty('AT');
  });
});

describe('a verdict', () => {
  it('is another one once a script is trusted, so that a red one does not stand', async () => {
    const definitions = await Promise.all(
      [{}, SCRIPTS, { scripts: [{ ...script('conductor.json:3', 'createdb'), pin: 'other' }] }].map(
        async (checks) => {
          const { bench } = await landed(checks);
          return firstReceipt(bench)?.checks[0]?.definition;
        },
      ),
    );
    expect(new Set(definitions).size).toBe(3);
  });
});
