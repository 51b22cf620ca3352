import { describe, expect, it } from 'vitest';
import { targetRef } from '../../src/domain/ids.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import { turn } from '../../src/adapters/simulated/clock.ts';
import { planOf, reviewedPlan, taskOf } from '../support/plans.ts';

const by = 'ann';
const A = 'r1-a-1';
const setup = { name: 'setup', run: 'npm ci', timeoutMs: 60_000 };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

describe('stopping an engine', () => {
  it('does not wait for a set-up', async () => {
    const bench = engineBench(({ tag }) => (tag.startsWith('setup:') ? 'endless' : {}));
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a')], { setup }))],
    });
    watched.engine.post({ type: 'stop-run', mode: 'now', by });
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'stopped' } } });
    expect(bench.agents.launches).toEqual([]);
  });

  it('ends the checks that run, and leaves nothing running', async () => {
    let endless = true;
    const bench = engineBench(() => (endless ? 'endless' : {}));
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a')]))],
    });
    bench.work(A, 'a/x');
    await turn();
    expect(bench.commands.running(`check:${A}`)).toBe(1);
    watched.engine.post({ type: 'stop-run', mode: 'now', by });
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'stopped' } } });
    expect(bench.commands.running(`check:${A}`)).toBe(0);
    endless = false;
    const second = await startOn(bench, { first: [RESUME] });
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
  });

  it.each(['leave', 'stop'] as const)('no longer waits for people: %s', async (how) => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      wait: true,
      first: [bench.startLetter('r1', reviewedPlan([taskOf('a')]))],
    });
    bench.work(A, 'a/x');
    await bench.time.pass(60_000);
    expect(watched.result()).toBe(null);
    if (how === 'leave') watched.engine.leave();
    else watched.engine.post({ type: 'stop-run', mode: 'wrap-up', by });
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'waiting' } } });
  });
});

describe('an engine after another one that died', () => {
  it('adopts the agent that is there', async () => {
    const bench = engineBench();
    // The first engine dies between the start of the agent and its event.
    const dying = {
      ...bench.deps.supervision,
      start: async (launch: Parameters<typeof bench.deps.supervision.start>[0]) => {
        await bench.deps.supervision.start(launch);
        return never<Awaited<ReturnType<typeof bench.deps.supervision.start>>>();
      },
    };
    await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { supervision: dying },
    );
    expect(bench.agents.launches).toHaveLength(1);
    const second = await startOn(bench, { first: [RESUME] });
    bench.work(A, 'a/x');
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.agents.launches).toHaveLength(1);
  });

  it('finds that it had landed', async () => {
    const bench = engineBench();
    const repository = {
      ...bench.deps.repository,
      land: async (request: Parameters<typeof bench.deps.repository.land>[0]) => {
        await bench.deps.repository.land(request);
        return never<Awaited<ReturnType<typeof bench.deps.repository.land>>>();
      },
    };
    await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { repository },
    );
    bench.work(A, 'a/x');
    await turn();
    const target = bench.repo.refs.get(targetRef('r1'));
    const second = await startOn(bench, { first: [RESUME] });
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.repo.refs.get(targetRef('r1'))).toBe(target);
  });

  it('leaves a start pending when nobody can tell whether it happened', async () => {
    const bench = engineBench();
    const supervision = { ...bench.deps.supervision, start: () => never<never>() };
    const first = [bench.startLetter('r1', planOf([taskOf('a')]))];
    await startOn(bench, { first }, { supervision });
    const probe = () => Promise.reject(new Error('no /proc'));
    const blind = { supervision: { ...bench.deps.supervision, probe } };
    const second = await startOn(bench, { first: [RESUME] }, blind);
    expect(await second.end()).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    const third = await startOn(bench, { first: [RESUME] });
    bench.work(A, 'a/x');
    expect(await third.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.agents.launches).toHaveLength(1);
  });
});

describe('an effect that fails after it was done', () => {
  it('has landed all the same', async () => {
    const bench = engineBench();
    const { repository } = bench.deps;
    const land: typeof repository.land = async (request) => {
      await repository.land(request);
      throw new Error('the pipe broke');
    };
    const first = [bench.startLetter('r1', planOf([taskOf('a')]))];
    const watched = await startOn(bench, { first }, { repository: { ...repository, land } });
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
  });

  it('has started its agent all the same', async () => {
    const bench = engineBench();
    const { supervision } = bench.deps;
    const start: typeof supervision.start = async (launch) => {
      await supervision.start(launch);
      return { ok: false, error: { code: 'no-answer', message: 'it did not answer in time' } };
    };
    const first = [bench.startLetter('r1', planOf([taskOf('a')]))];
    const watched = await startOn(bench, { first }, { supervision: { ...supervision, start } });
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
  });

  it('says why when its agent could not be started at all', async () => {
    const bench = engineBench();
    bench.agents.refuse(A);
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a')]))],
    });
    expect(await watched.end()).toMatchObject({
      ok: true,
      value: { tasks: { a: { phase: 'failed', reason: 'there is no such program' } } },
    });
  });
});
