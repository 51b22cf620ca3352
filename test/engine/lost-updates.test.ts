import { describe, expect, it } from 'vitest';
import { turn } from '../../src/adapters/simulated/clock.ts';
import { landedRef, targetRef } from '../../src/domain/ids.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { LandedChanges } from '../../src/ports/landed-changes.ts';
import { ok } from '../../src/domain/result.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import { lines, text } from '../support/lost-updates/case.ts';
import { planOf, scopeOf, taskOf, unitCheck } from '../support/plans.ts';

const WORKED = '/fake/app.fanin/';
const VICTIMS = text(lines('victim', 8));

const parkedIn = (bench: EngineBench) =>
  bench
    .events('r1')
    .filter(
      (event): event is Extract<RunEvent, { type: 'delivery.parked' }> =>
        event.type === 'delivery.parked',
    );

const landedTasks = (bench: EngineBench): readonly string[] =>
  ['a', 'b'].filter((task) => bench.repo.refs.has(landedRef('r1', task)));

/** `a` has landed, and `b`, begun at the same time, puts its tree on top of it as if it had known it. */
const staleSquash = async (
  changes: (real: LandedChanges) => Partial<LandedChanges> = () => ({}),
) => {
  const bench = engineBench(() => ({}));
  const plan = planOf([taskOf('a'), taskOf('b')]);
  const landedChanges = { ...bench.deps.landedChanges, ...changes(bench.deps.landedChanges) };
  const first = [bench.startLetter('r1', plan)];
  const watched = await startOn(bench, { wait: true, first }, { landedChanges });
  bench.work('r1-a-1', 'a/x', VICTIMS);
  await bench.time.pass(1000);
  expect(landedTasks(bench)).toEqual(['a']);
  bench.workspaces.resetSoft(`${WORKED}r1-b-1`, bench.repo.refs.get(targetRef('r1')) ?? '');
  bench.work('r1-b-1', 'b/x');
  await bench.time.pass(1000);
  const approve = async (by: string): Promise<void> => {
    const offered = bench
      .events('r1')
      .find((event) => event.type === 'delivery.offered' && event.delivery === 'r1-b-1');
    const tree = offered?.type === 'delivery.offered' ? offered.tree : '';
    watched.engine.post({ type: 'approve', delivery: 'r1-b-1', tree, by });
    await turn();
    await bench.time.pass(1000);
  };
  return { bench, approve, target: () => bench.repo.refs.get(targetRef('r1')) ?? '' };
};

describe('a delivery that would take back what has landed', () => {
  it('is parked, with victim and evidence, and lands when a person lets it', async () => {
    const { bench, approve, target } = await staleSquash();
    const [parked] = parkedIn(bench);
    expect(parked?.reason).toMatch(
      /a\/x: takes back what task a landed \(\w{7}\); takes out 8 of the 8/u,
    );
    expect(landedTasks(bench)).toEqual(['a']);
    await approve('ann');
    expect(landedTasks(bench)).toEqual(['a', 'b']);
    expect(parkedIn(bench)).toHaveLength(1);
    expect(bench.repo.files(target()).has('a/x')).toBe(false);
  });

  it('is held on its way to the target where that was found only there, until somebody has seen it', async () => {
    const looked = new Set<string>();
    const { bench, approve } = await staleSquash((real) => ({
      // At the first look at it there is nothing that it lacks.
      history: async (question) => {
        const found = await real.history(question);
        if (!found.ok || looked.has(question.tip)) return found;
        looked.add(question.tip);
        return ok({ ...found.value, baseLacks: new Set<string>() });
      },
    }));
    const [parked] = parkedIn(bench);
    expect(parked?.found).toHaveLength(1);
    expect(parked?.reason).toContain('    -victim line 1 of what was written there');
    expect(landedTasks(bench)).toEqual(['a']);
    await approve('ann');
    expect(landedTasks(bench)).toEqual(['a', 'b']);
  });
});

describe('a tree that is no merge of target and delivery', () => {
  it('never lands', async () => {
    const bench = engineBench(() => ({}));
    const real = bench.deps.landedChanges;
    const landedChanges = {
      ...real,
      recomputed: async () => ok(bench.repo.putTree(new Map([['other', 'x\n']]))),
    };
    const first = [bench.startLetter('r1', planOf([taskOf('a')]))];
    await startOn(bench, { wait: true, first }, { landedChanges });
    bench.work('r1-a-1', 'a/x', VICTIMS);
    await bench.time.pass(1000);
    expect(landedTasks(bench)).toEqual([]);
    expect(parkedIn(bench)[0]?.reason).toContain('a/x: not what git makes of the two');
  });
});

describe('the checks of tasks that have landed', () => {
  const runsOf = async (file: string, content: string): Promise<readonly string[]> => {
    const ran: string[] = [];
    const bench = engineBench(({ command, tag }) => {
      if (tag.startsWith('land:')) ran.push(command.argv.at(-1) ?? '');
      return {};
    });
    const check = (task: string) => ({ ...unitCheck, name: task, run: `check ${task}` });
    const tasks = [
      taskOf('a', { checks: [check('a')] }),
      taskOf('b', { needs: ['a'], checks: [check('b')], writes: scopeOf('a/**', 'b/**') }),
    ];
    const first = [bench.startLetter('r1', planOf(tasks))];
    await startOn(bench, { wait: true, first });
    bench.work('r1-a-1', 'a/x.ts', `export const sum = 1;\n${VICTIMS}`);
    await bench.time.pass(1000);
    ran.splice(0);
    bench.work('r1-b-1', file, content);
    await bench.time.pass(1000);
    return ran;
  };

  it('are run with those of a delivery that touches their files', async () => {
    expect(await runsOf('a/x.ts', `export const sum = 1;\n${VICTIMS}more of it\n`)).toContain(
      'check a',
    );
  });

  it('are run with those of a delivery that defines a name of theirs elsewhere', async () => {
    expect(await runsOf('b/y.ts', 'export const sum = 2;\n')).toContain('check a');
  });

  it('are not run for what has nothing to do with them', async () => {
    expect(await runsOf('b/y.ts', 'export const product = 2;\n')).not.toContain('check a');
  });
});
