import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { failure } from '../../src/domain/failure.ts';
import { err } from '../../src/domain/result.ts';
import type { MergeMatrix } from '../../src/ports/merge-matrix.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const running = async (
  more: Partial<Plan> = {},
  matrix?: (real: MergeMatrix) => Partial<MergeMatrix>,
) => {
  const bench = engineBench();
  const tasks = ['a', 'b'].map((id) => taskOf(id, { deadlineMs: 1e6 }));
  const real = bench.deps.matrix;
  const watched = await startOn(
    bench,
    { first: [bench.startLetter('r1', planOf(tasks, { graceMs: 10_000, ...more }))] },
    { matrix: { ...real, ...matrix?.(real) } },
  );
  await bench.time.pass(100);
  const edit = (task: string, text: string): void =>
    bench.workspaces.edit(`/fake/app.fanin/r1-${task}-1`, 'shared.txt', text);
  const conflicts = () =>
    bench.events('r1').flatMap((event) => (event.type.startsWith('conflict.') ? [event] : []));
  return { bench, watched, edit, conflicts };
};

describe('live workspaces that do not merge', () => {
  it('are found while their agents work, and both agents are told', async () => {
    const { bench, edit, conflicts } = await running();
    edit('a', 'from a\n');
    edit('b', 'from b\n');
    await bench.time.pass(15_000);
    expect(conflicts()).toMatchObject([
      { type: 'conflict.found', a: 'r1-a-1', b: 'r1-b-1', files: ['shared.txt'] },
    ]);
    const [found] = conflicts();
    expect(found?.type === 'conflict.found' && found.text).toContain('from a\n');
    for (const task of ['a', 'b'])
      expect(bench.agents.sent(`r1-${task}-1`).join('')).toContain('do not merge');
    edit('b', 'from a\n');
    await bench.time.pass(60_000);
    expect(conflicts().map(({ type }) => type)).toEqual(['conflict.found', 'conflict.gone']);
  });

  it('are compared only when something is new', async () => {
    let compared = 0;
    const { bench, edit } = await running({}, (real) => ({
      compare: (request) => {
        compared += 1;
        return real.compare(request);
      },
    }));
    edit('a', 'one\n');
    edit('b', 'two\n');
    await bench.time.pass(20_000);
    const before = compared;
    expect(before).toBeGreaterThan(0);
    await bench.time.pass(500_000);
    expect(compared).toBe(before);
  });

  it('hurt nothing where they cannot be compared', async () => {
    const { bench, watched, edit, conflicts } = await running({}, () => ({
      compare: async () => err(failure('git-failed', 'no')),
    }));
    edit('a', 'one\n');
    edit('b', 'two\n');
    await bench.time.pass(15_000);
    expect(conflicts()).toEqual([]);
    for (const task of ['a', 'b']) bench.work(`r1-${task}-1`, `${task}/x`);
    expect(await watched.end()).toMatchObject({ ok: true });
  });

  it('end one after the other under stop-later', async () => {
    const { bench, watched, edit } = await running({ conflicts: 'stop-later' });
    edit('a', 'from a\n');
    edit('b', 'from b\n');
    await bench.time.pass(15_000);
    await bench.time.pass(15_000);
    bench.agents.exit('r1-b-1', { code: null, signal: 'SIGTERM', stopped: 'conflict' });
    await bench.time.pass(1_000);
    expect(bench.events('r1').some((event) => event.type === 'task.retried')).toBe(true);
    expect(bench.workspaces.exists('/fake/app.fanin/r1-b-2')).toBe(false);
    bench.agents.exit('r1-a-1');
    await bench.time.pass(5_000);
    expect(bench.workspaces.exists('/fake/app.fanin/r1-b-2')).toBe(true);
    bench.work('r1-b-2', 'b/x');
    // Both have written what is not theirs, so what they deliver waits for a person.
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'waiting' } } });
  });
});
