import { describe, expect, it } from 'vitest';
import { turn } from '../../src/adapters/simulated/clock.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const SUPERSEDED = { ok: false, error: { code: 'engine-superseded' } };

describe('an engine that another one has taken over from', () => {
  it('ends, and leaves its agents to the other', async () => {
    const bench = engineBench();
    const first = await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { store: bench.store.engine() },
    );
    expect(bench.agents.launches).toHaveLength(1);
    const second = await startOn(bench, { first: [RESUME] }, { store: bench.store.engine() });
    await bench.time.pass(200);
    expect(first.result()).toMatchObject(SUPERSEDED);
    expect(second.result()).toBe(null);
    bench.work(A, 'a/x');
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.agents.launches).toHaveLength(1);
  });

  it('ends at its next word to the log, and then carries out nothing of it', async () => {
    const bench = engineBench();
    const first = await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { store: bench.store.engine() },
    );
    bench.store.engine();
    const before = bench.events('r1').length;
    bench.work(A, 'a/x');
    await turn();
    expect(first.result()).toMatchObject(SUPERSEDED);
    expect(bench.events('r1')).toHaveLength(before);
    expect([...bench.repo.refs.keys()].filter((ref) => ref.includes('/harvest/'))).toEqual([]);
  });

  it('ends what it runs itself, and nothing by its tag', async () => {
    const bench = engineBench(() => 'endless');
    const first = await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { store: bench.store.engine() },
    );
    bench.work(A, 'a/x');
    await turn();
    expect(bench.commands.running(`check:${A}`)).toBe(1);
    bench.store.engine();
    await bench.time.pass(200);
    expect(first.result()).toMatchObject(SUPERSEDED);
    expect(bench.commands.running(`check:${A}`)).toBe(0);
    expect(bench.commands.swept).toEqual([]);
  });
});
