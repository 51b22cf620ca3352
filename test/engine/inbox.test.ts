import { describe, expect, it } from 'vitest';
import { landedRef } from '../../src/domain/ids.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import { planOf, reviewedPlan, taskOf } from '../support/plans.ts';

const by = 'ann';
const A = 'r1-a-1';

describe('the inbox', () => {
  const waitingRun = async (run: string) => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      run,
      first: [bench.startLetter(run, reviewedPlan([taskOf('a')]))],
    });
    bench.work(`${run}-a-1`, 'a/x');
    await watched.end();
    const delivery = `${run}-a-1`;
    const tree =
      bench.store
        .views(run)
        .flatMap(({ kind, body }) =>
          kind === 'delivery' && 'tree' in body ? [body.tree] : [],
        )[0] ?? '';
    return { bench, approve: { type: 'approve', delivery, tree, by } as const };
  };

  it('lands what is approved while the engine waits', async () => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      wait: true,
      first: [bench.startLetter('r1', reviewedPlan([taskOf('a')]))],
    });
    bench.work(A, 'a/x');
    await bench.time.pass(1000);
    const tree =
      bench.store
        .views('r1')
        .flatMap(({ kind, body }) =>
          kind === 'delivery' && 'tree' in body ? [body.tree] : [],
        )[0] ?? '';
    const id = await bench.store
      .otherProcess()
      .submit('r1', { type: 'approve', delivery: A, tree, by }, 0);
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(JSON.stringify(await bench.store.store.answer(id.ok ? id.value : 0))).toContain(
      'delivery.approved',
    );
  });

  it('is carried out by an engine for that alone: the approval has landed when it ends', async () => {
    const { bench, approve } = await waitingRun('r1');
    const id = await bench.store.otherProcess().submit('r1', approve, 0);
    const drain = await startOn(bench, {
      mode: 'drain',
      first: [RESUME, { command: approve, inbox: id.ok ? id.value : 0 }],
    });
    expect(await drain.end()).toMatchObject({
      ok: true,
      value: { tasks: { a: { phase: 'landed' } } },
    });
    expect(await bench.store.store.inbox()).toEqual([]);
  });

  it('is dealt with for another run too', async () => {
    const { bench, approve } = await waitingRun('r0');
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([taskOf('b')]))],
    });
    await bench.store.otherProcess().submit('r0', approve, 0);
    await bench.time.pass(1000);
    expect(bench.events('r0').map(({ type }) => type)).toContain('delivery.landed');
    expect(bench.repo.refs.has(landedRef('r0', 'a'))).toBe(true);
    bench.work('r1-b-1', 'b/x');
    expect(await watched.end()).toMatchObject({ ok: true });
  });

  it('answers what it refuses, also for a run that there is not', async () => {
    const bench = engineBench();
    await startOn(bench, { first: [bench.startLetter('r1', planOf([taskOf('a')]))] });
    const desk = bench.store.otherProcess();
    const wrong = await desk.submit('r1', { type: 'retry', task: 'a', note: '', by }, 0);
    const nowhere = await desk.submit('r9', { type: 'retry', task: 'a', note: '', by }, 0);
    await bench.time.pass(1000);
    expect(await desk.answer(wrong.ok ? wrong.value : 0)).toMatchObject({
      answer: { ok: false, failure: { code: 'not-retryable' } },
    });
    expect(await desk.answer(nowhere.ok ? nowhere.value : 0)).toMatchObject({
      answer: { ok: false, failure: { code: 'no-run' } },
    });
  });

  it('is read again when it could not be read', async () => {
    const bench = engineBench();
    let broken = true;
    const inbox = async () => {
      if (broken) throw new Error('busy');
      return bench.store.store.inbox();
    };
    await startOn(
      bench,
      { first: [bench.startLetter('r1', planOf([taskOf('a')]))] },
      { store: { ...bench.deps.store, inbox } },
    );
    const desk = bench.store.otherProcess();
    const id = await desk.submit('r1', { type: 'retry', task: 'a', note: '', by }, 0);
    await bench.time.pass(1000);
    broken = false;
    await bench.time.pass(1000);
    expect(await desk.answer(id.ok ? id.value : 0)).not.toBe(null);
  });

  it('starts no agent and watches none in an engine that only drains', async () => {
    const { bench } = await waitingRun('r1');
    const command = { type: 'return', delivery: A, comment: 'again', by } as const;
    const drain = await startOn(bench, { mode: 'drain', first: [{ command, inbox: null }] });
    expect(await drain.end()).toMatchObject({
      ok: true,
      value: { tasks: { a: { phase: 'ready' } } },
    });
    expect(bench.agents.launches).toHaveLength(1);
  });

  it('takes up again what came for another run while its session was ending', async () => {
    const bench = engineBench();
    // An engine that died with its agent alive: its clock stands still.
    const dead = { clock: { ...bench.deps.clock, schedule: () => () => undefined } };
    await startOn(
      bench,
      { run: 'r0', first: [bench.startLetter('r0', planOf([taskOf('a')]))] },
      dead,
    );
    const stop = gate();
    const poll = gate();
    const supervision = { ...bench.deps.supervision, stop: () => stop.opened };
    const follow = () => ({
      poll: async () => {
        await poll.opened;
        return 0;
      },
    });
    const files = { ...bench.deps.files, follow };
    const first = [bench.startLetter('r1', planOf([taskOf('c')]))];
    await startOn(bench, { first }, { supervision, files });
    const desk = bench.store.otherProcess();
    await desk.submit('r0', { type: 'stop-attempt', attempt: 'r0-a-1', by }, 0);
    await bench.time.pass(2000);
    // Nothing keeps the session now but the output that it is reading.
    stop.open();
    await bench.time.pass(200);
    const late = await desk.submit('r0', { type: 'retry', task: 'a', note: '', by }, 0);
    await bench.time.pass(500);
    expect(await desk.answer(late.ok ? late.value : 0)).toBe(null);
    poll.open();
    await bench.time.pass(500);
    expect(await desk.answer(late.ok ? late.value : 0)).toMatchObject({
      answer: { ok: false, failure: { code: 'not-retryable' } },
    });
  });
});

/** A promise that the test settles. */
const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};
