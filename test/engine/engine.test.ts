import { describe, expect, it } from 'vitest';
import { landedRef, targetRef } from '../../src/domain/ids.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf, unitCheck } from '../support/plans.ts';

const A = 'r1-a-1';
const setup = { name: 'setup', run: 'npm ci', timeoutMs: 60_000 };

describe('an engine', () => {
  it('carries a task from its start to the target', async () => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a')]))],
    });
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    const target = bench.repo.refs.get(targetRef('r1')) ?? '';
    expect(bench.repo.files(target).get('a/x')).toBe(`${A}\n`);
    expect(bench.repo.refs.get(landedRef('r1', 'a'))).toBe(target);
    expect(bench.repo.message(target)).toMatch(
      /^a: Write a\.\n\nTest\n\nFanin-Task: a\nFanin-Attempt: r1 a#1\nFanin-Agent: scripted\nFanin-Receipt: sha256:\w{64}\nFanin-Reviewer: checks\n$/,
    );
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(false);
    expect(bench.workspaces.heldCopies()).toEqual([]);
  });

  it('is not hurt by a reporter that throws', async () => {
    const bench = engineBench();
    const report = () => {
      throw new Error('no screen');
    };
    const watched = await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { report },
    );
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
  });

  it('ends with the failure of its store, and a later engine goes on', async () => {
    const bench = engineBench();
    const first = await startOn(bench, { first: [bench.startLetter('r1', planOf([taskOf('a')]))] });
    bench.store.failNextAppend('store-full');
    bench.work(A, 'a/x');
    expect(await first.end()).toMatchObject({ ok: false, error: { code: 'store-full' } });
    const second = await startOn(bench, { first: [RESUME] });
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.agents.launches).toHaveLength(1);
  });

  it('ends with a failure when its store throws, whatever it is doing', async () => {
    const bench = engineBench();
    const broken = () => Promise.reject(new Error('disk'));
    const load = await startOn(
      bench,
      { first: [RESUME] },
      { store: { ...bench.deps.store, load: broken } },
    );
    expect(await load.end()).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    const held = await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { held: { elsewhere: broken } },
    );
    expect(await held.end()).toMatchObject({ ok: false, error: { code: 'unexpected' } });
  });

  it('runs a check of one tree once, by whatever name', async () => {
    const bench = engineBench();
    const checks = [unitCheck, { ...unitCheck, name: 'tests' }];
    const first = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a', { checks: [unitCheck] })]))],
    });
    bench.work(A, 'a/x', 'same');
    await first.end();
    // The merged tree of the landing is the delivered tree, so its verdict is known.
    expect(bench.commands.runs.map(({ tag }) => tag)).toEqual([`check:${A}`]);
    const second = await startOn(bench, {
      run: 'r2',
      first: [bench.startLetter('r2', planOf([taskOf('a', { checks })]))],
    });
    bench.work('r2-a-1', 'a/x', 'same');
    await second.end();
    expect(bench.commands.runs).toHaveLength(1);
    expect(bench.files.receipts.get('r2-a-1')?.checks.map(({ name }) => name)).toEqual([
      'unit',
      'tests',
    ]);
  });

  it('says in the receipt why no set-up was run for the checks', async () => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a'), taskOf('b')], { setup }))],
    });
    await bench.time.pass(100);
    bench.work(A, 'a/x');
    await bench.time.pass(100);
    bench.work('r1-b-1', 'b/x');
    await watched.end();
    expect(bench.files.receipts.get(A)?.workspace.setup).toMatchObject({ measured: true });
    expect(JSON.stringify(bench.files.receipts.get('r1-b-1')?.workspace.setup)).toContain(
      'not run again',
    );
  });

  it('sends a red delivery back with the end of the log', async () => {
    const bench = engineBench(() => ({ exit: 1 }));
    bench.files.content.set(`/fake/attempts/${A}/checks/unit.log`, 'first\nexpected 1, got 2\n');
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('a')]))],
    });
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({
      ok: true,
      value: { ended: { end: 'waiting' }, tasks: { a: { phase: 'parked' } } },
    });
    const returned = bench.events('r1').find(({ type }) => type === 'delivery.returned');
    expect(JSON.stringify(returned)).toContain('expected 1, got 2');
  });

  it('checks out no tree that could do harm by it, and leaves it to a person', async () => {
    const bench = engineBench();
    const plan = planOf([taskOf('a', { checks: [unitCheck] })], {
      review: { by: 'checks', limit: 3 },
    });
    const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] });
    bench.workspaces.addFinding(`/fake/app.fanin/${A}`, {
      kind: 'link-leaves-tree',
      text: 'out leads to /etc',
      blocks: true,
    });
    bench.work(A, 'a/x');
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'waiting' } } });
    expect(bench.workspaces.heldCopies()).toEqual([]);
    const receipt = bench.files.receipts.get(A);
    expect(receipt?.checks).toMatchObject([{ name: 'unit', status: 'skipped', by: 'fanin' }]);
    expect(receipt?.verdict).toBe('unverified');
  });

  it('asks an agent to wrap up, then stops it at its deadline', async () => {
    const bench = engineBench();
    await startOn(bench, {
      first: [
        bench.startLetter(
          'r1',
          planOf([taskOf('a', { deadlineMs: 100_000 })], { graceMs: 10_000 }),
        ),
      ],
    });
    await bench.time.pass(89_000);
    expect(bench.agents.sent(A)).toHaveLength(1);
    await bench.time.pass(2000);
    expect(bench.agents.sent(A)[1]).toContain('Your deadline is near.');
    await bench.time.pass(10_000);
    expect(bench.events('r1').map(({ type }) => type)).toContain('attempt.stop-asked');
    expect(
      bench
        .events('r1')
        .some((event) => event.type === 'attempt.exited' && event.exit.stopped === 'deadline'),
    ).toBe(true);
  });

  it('keeps the last values of an agent', async () => {
    const bench = engineBench();
    bench.files.output.set(A, [
      { kind: 'tool', text: 'Edit a/x' },
      { kind: 'usage', usage: { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 } },
    ]);
    await startOn(bench, { first: [bench.startLetter('r1', planOf([taskOf('a')]))] });
    await bench.time.pass(2000);
    expect(await bench.store.telemetry.get(A)).toMatchObject({
      tokens: 10,
      lastTool: 'Edit a/x',
      rateLimitedSince: null,
      outputBytes: 20,
    });
  });

  it('tells for how long a rate limit held an agent up, and that it does', async () => {
    const bench = engineBench();
    const limited = { kind: 'trouble', code: 'agent-rate-limited', text: '429' } as const;
    bench.files.output.set(A, [{ ...limited, fatal: false }]);
    await startOn(bench, { first: [bench.startLetter('r1', planOf([taskOf('a')]))] });
    await bench.time.pass(2000);
    const row = await bench.store.telemetry.get(A);
    expect(row?.rateLimitedSince).toBeTypeOf('number');
    await bench.time.pass(60_000);
    expect(waits(bench)).toEqual([30_000, 60_000]);
    bench.files.output.set(A, [
      { ...limited, fatal: false },
      { kind: 'tool', text: 'Edit a/x' },
    ]);
    await bench.time.pass(1000);
    expect(waits(bench)).toEqual([30_000, 60_000, 62_000]);
    await bench.time.pass(60_000);
    expect(waits(bench)).toHaveLength(3);
  });
});

const waits = (bench: ReturnType<typeof engineBench>) =>
  bench.events('r1').flatMap((event) => (event.type === 'attempt.rate-limited' ? [event.ms] : []));
