import { describe, expect, it } from 'vitest';
import { troubledDeps } from '../../src/compose/simulation/troubled-deps.ts';
import { wallUsed } from '../../src/domain/run/state.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { fakeCommands } from '../support/fake-commands.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const HOUR = 60 * MINUTE;
const plan = planOf([taskOf('a', { deadlineMs: HOUR })], {
  limits: { wallMs: HOUR, live: 1, reserve: 0.2, ...NO_BUDGET },
});
const quiet = {
  dies: () => false,
  fails: () => null,
  throws: () => false,
  pause: async () => undefined,
  afterEnd: () => undefined,
};

/** An engine that works for ten minutes, and is killed while its agent is at work. */
const killedAtTen = async (): Promise<EngineBench> => {
  const bench = engineBench();
  const made = troubledDeps(bench.deps, quiet);
  await startOn(bench, { first: [bench.startLetter('r1', plan)] }, made.deps);
  await bench.time.pass(10 * MINUTE);
  made.kill();
  return bench;
};
const ofType = (bench: EngineBench, type: string) =>
  bench.events('r1').filter((event) => event.type === type);
const minutesUsed = (bench: EngineBench, run: RunState): number =>
  Math.round(wallUsed(run, bench.time.clock.now()) / MINUTE);

describe('a run that nobody looked after', () => {
  it('has used the time until its last agent had ended, and is carried on days later', async () => {
    const bench = await killedAtTen();
    await bench.time.pass(5 * MINUTE);
    bench.work(A, 'a/x');
    await bench.time.pass(48 * HOUR);
    const ended = await (await startOn(bench, { first: [RESUME] })).end();
    if (!ended.ok) throw new Error(ended.error.message);
    expect(ended.value.ended?.end).toBe('landed');
    expect(minutesUsed(bench, ended.value)).toBe(15);
    expect(ofType(bench, 'run.unattended')).toHaveLength(1);
  });

  it('has used the time of an agent that is still at work', async () => {
    const bench = await killedAtTen();
    await bench.time.pass(20 * MINUTE);
    const second = await startOn(bench, { first: [RESUME] });
    expect(ofType(bench, 'run.unattended')).toEqual([]);
    bench.work(A, 'a/x');
    const ended = await second.end();
    expect(ended.ok && minutesUsed(bench, ended.value)).toBe(30);
  });

  it('has not used what an agent and its host slept through', async () => {
    const bench = await killedAtTen();
    bench.time.jump(48 * HOUR);
    const second = await startOn(bench, { first: [RESUME] });
    bench.agents.due(A);
    const ended = await second.end();
    expect(ended.ok && minutesUsed(bench, ended.value)).toBe(10);
    expect(ofType(bench, 'run.unattended')).toEqual([]);
    expect(ofType(bench, 'run.stop-requested')).toEqual([]);
  });

  it('is not stopped by its wall limit when its host wakes up', async () => {
    const bench = engineBench();
    const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] });
    await bench.time.pass(10 * MINUTE);
    bench.time.jump(8 * HOUR);
    bench.work(A, 'a/x');
    const ended = await watched.end();
    expect(ended.ok && ended.value.ended?.end).toBe('landed');
    expect(ended.ok && minutesUsed(bench, ended.value)).toBe(10);
    expect(ofType(bench, 'run.stop-requested')).toEqual([]);
  });

  it('has not used what its host slept through while a check ran', async () => {
    const bench = engineBench();
    let pass = (): void => undefined;
    const { commands } = fakeCommands(() => new Promise((resolve) => (pass = () => resolve({}))));
    const reviewed: Plan = { ...plan, review: { by: 'human', limit: 3 } };
    const first = [bench.startLetter('r1', reviewed)];
    const watched = await startOn(bench, { first }, { commands });
    bench.work(A, 'a/x');
    await bench.time.pass(MINUTE);
    bench.time.jump(8 * HOUR);
    pass();
    const ended = await watched.end();
    expect(ended.ok && ended.value.ended?.end).toBe('waiting');
    expect(ended.ok && minutesUsed(bench, ended.value)).toBe(1);
  });

  it('is told apart from one whose engine was just slow', async () => {
    const bench = await killedAtTen();
    await bench.time.pass(MINUTE);
    bench.work(A, 'a/x');
    await bench.time.pass(MINUTE / 2);
    const ended = await (await startOn(bench, { first: [RESUME] })).end();
    expect(ended.ok && ended.value.ended?.end).toBe('landed');
    expect(ofType(bench, 'run.unattended')).toEqual([]);
  });
});
