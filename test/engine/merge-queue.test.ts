import { describe, expect, it } from 'vitest';
import { landedRef, targetRef } from '../../src/domain/ids.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import { turn } from '../../src/adapters/simulated/clock.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import type { FakeEnding } from '../support/fake-commands.ts';
import { reviewedPlan, taskOf } from '../support/plans.ts';

const by = 'ann';
const TASKS = ['a', 'b', 'c', 'd'] as const;
const idOf = (task: string): string => `r1-${task}-1`;

/** Four deliveries that wait for a person, and checks on merged trees that end when the test says so. */
const fourDeliveries = async (checked: (files: ReadonlyMap<string, string>) => FakeEnding) => {
  const held: (() => void)[] = [];
  const bench: EngineBench = engineBench(({ command, tag }) => {
    const ending = (): FakeEnding => checked(bench.workspaces.files(command.cwd));
    if (!tag.startsWith('land:')) return ending();
    return new Promise<FakeEnding>((resolve) => held.push(() => resolve(ending())));
  });
  const plan = reviewedPlan(
    TASKS.map((task) => taskOf(task)),
    9,
  );
  const watched = await startOn(bench, { wait: true, first: [bench.startLetter('r1', plan)] });
  for (const task of TASKS) bench.work(idOf(task), `${task}/x`);
  await bench.time.pass(1000);
  const say = async (command: PersonCommand): Promise<void> => {
    watched.engine.post(command);
    await turn();
  };
  return {
    bench,
    watched,
    say,
    approve: async (...tasks: readonly string[]) => {
      for (const task of tasks) {
        const checkedEvent = bench
          .events('r1')
          .find((event) => event.type === 'delivery.offered' && event.delivery === idOf(task));
        const tree = checkedEvent?.type === 'delivery.offered' ? checkedEvent.tree : '';
        await say({ type: 'approve', delivery: idOf(task), tree, by });
      }
    },
    /** The checks that run on merged trees come to their end. */
    finish: async () => {
      for (const end of held.splice(0)) end();
      await turn();
    },
    running: () => held.length,
    target: () => bench.repo.refs.get(targetRef('r1')) ?? '',
  };
};

const ofType = <T extends RunEvent['type']>(bench: EngineBench, type: T) =>
  bench
    .events('r1')
    .filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);

/** `a` lands as it was delivered; then a test of `b` runs while `c` and `d` come. */
const groupOfTwo = async (checked: (files: ReadonlyMap<string, string>) => FakeEnding) => {
  const at = await fourDeliveries(checked);
  await at.approve('a', 'b', 'c', 'd');
  await at.finish();
  return at;
};

describe('deliveries that wait together', () => {
  it('land as one group, by one move of the target, each as a commit of its own', async () => {
    const { bench, finish, target, running } = await groupOfTwo(() => ({}));
    expect(ofType(bench, 'queue.test-began').at(-1)?.deliveries).toEqual([idOf('c'), idOf('d')]);
    expect(running()).toBe(1);
    const before = target();
    await finish();
    expect(ofType(bench, 'queue.landing-began').at(-1)?.deliveries).toHaveLength(2);
    const [c, d] = ['c', 'd'].map((task) => bench.repo.refs.get(landedRef('r1', task)) ?? '');
    expect(target()).toBe(d);
    expect(bench.repo.parents(d ?? '')[0]).toBe(c);
    expect(bench.repo.parents(c ?? '')[0]).toBe(before);
    expect(bench.repo.message(c ?? '')).toContain('Fanin-Task: c');
    expect([...bench.repo.files(target()).keys()].toSorted()).toEqual(
      ['README.md', 'a/x', 'b/x', 'c/x', 'd/x'].toSorted(),
    );
  });

  it('land without the one that is withdrawn while they are tested', async () => {
    const { bench, say, finish, target } = await groupOfTwo(() => ({}));
    await say({ type: 'park', delivery: idOf('c'), comment: 'not yet', by });
    expect(ofType(bench, 'queue.cancel-asked')).toMatchObject([{ test: 't3', why: 'void' }]);
    expect(bench.commands.swept).toContain('land:r1/t3');
    await finish();
    await finish();
    expect(bench.repo.refs.has(landedRef('r1', 'c'))).toBe(false);
    expect(bench.repo.refs.has(landedRef('r1', 'd'))).toBe(true);
    expect(bench.repo.files(target()).has('c/x')).toBe(false);
  });

  it('are found landed by the next engine, where this one dies between git and its log', async () => {
    const { bench, finish, target } = await groupOfTwo(() => ({}));
    const land = bench.deps.repository.land.bind(bench.deps.repository);
    Object.assign(bench.deps.repository, {
      land: async (request: Parameters<typeof land>[0]) => {
        await land(request);
        return new Promise(() => undefined);
      },
    });
    await finish();
    const moved = target();
    expect(bench.repo.refs.get(landedRef('r1', 'd'))).toBe(moved);
    expect(ofType(bench, 'delivery.landed')).toHaveLength(2);
    const second = await startOn(bench, { first: [RESUME] });
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(target()).toBe(moved);
    expect(ofType(bench, 'delivery.landed').map(({ delivery }) => delivery)).toEqual(
      TASKS.map(idOf),
    );
  });
});

describe('a group that is red', () => {
  const twoOf = (files: ReadonlyMap<string, string>, ...paths: readonly string[]): boolean =>
    paths.every((path) => files.has(path));

  it('lands what goes together, and gives the later one of a pair that does not back', async () => {
    const { bench, finish, target } = await groupOfTwo((files) =>
      twoOf(files, 'c/x', 'd/x') ? { exit: 1 } : {},
    );
    for (let test = 0; test < 4; test += 1) await finish();
    expect(bench.repo.files(target()).has('c/x')).toBe(true);
    const [returned] = ofType(bench, 'delivery.returned');
    expect(returned).toMatchObject({ delivery: idOf('d'), by: 'integrator' });
    expect(returned?.comeback).toMatchObject({ kind: 'red' });
    expect(returned?.comeback.text).toMatch(
      /^merged with the target and c \(landed since\), unit failed \(exit code 1\) on tree/u,
    );
  });

  it('is tested once more before anybody is blamed, whatever is known of its tree', async () => {
    let flakes = 1;
    const { bench, approve, finish } = await fourDeliveries((files) => {
      if (!twoOf(files, 'a/x', 'b/x') || flakes === 0) return {};
      flakes -= 1;
      return { exit: 1 };
    });
    await approve('a', 'b');
    await finish();
    expect(ofType(bench, 'queue.test-began').at(-1)).toMatchObject({
      deliveries: [idOf('b')],
      rerun: true,
    });
    await finish();
    expect(bench.repo.refs.has(landedRef('r1', 'b'))).toBe(true);
    expect(ofType(bench, 'delivery.returned')).toEqual([]);
  });
});
