import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/domain/attempt/attempt.ts';
import type { Checkpoints } from '../../src/ports/checkpoints.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const NOTE = `/fake/attempts/${A}/checkpoint-note.txt`;

const running = async (checkpoints?: (real: Checkpoints) => Partial<Checkpoints>) => {
  const bench = engineBench();
  const real = bench.deps.checkpoints;
  const watched = await startOn(
    bench,
    {
      first: [
        bench.startLetter('r1', planOf([taskOf('a', { deadlineMs: 1e6 })], { graceMs: 10_000 })),
      ],
    },
    { checkpoints: { ...real, ...checkpoints?.(real) } },
  );
  await bench.time.pass(100);
  const edit = (text: string): void => bench.workspaces.edit(`/fake/app.fanin/${A}`, 'a/x', text);
  return { bench, watched, edit, seqs: () => bench.checkpoints.all().map(({ seq }) => seq) };
};

describe('checkpoints of a run', () => {
  it('are taken while an agent is at work, and told in its last values', async () => {
    const { bench, edit, seqs } = await running();
    edit('one');
    expect(seqs()).toEqual([]);
    await bench.time.pass(6_000);
    expect(seqs()).toEqual([1]);
    edit('two');
    await bench.time.pass(7_000);
    expect(seqs()).toEqual([1, 2]);
    expect(await bench.store.telemetry.get(A)).toMatchObject({ checkpoint: { seq: 2 } });
    expect(
      bench
        .events('r1')
        .map(({ type }) => type)
        .join(' '),
    ).not.toContain('checkpoint');
  });

  it('are looked for less and less often where nothing happens', async () => {
    let looks = 0;
    const { bench } = await running((real) => ({
      take: (workspace, spec) => {
        looks += 1;
        return real.take(workspace, spec);
      },
    }));
    await bench.time.pass(100_000);
    const early = looks;
    await bench.time.pass(500_000);
    expect(early).toBeGreaterThan(3);
    expect(early).toBeLessThan(9);
    expect(looks - early).toBeLessThan(7);
  });

  it('are taken at once when an agent is asked to wrap up, and not again for what the harvest holds', async () => {
    const { bench, watched, edit, seqs } = await running();
    // After a long idle time the next look would be far away.
    await bench.time.pass(880_000);
    edit('one');
    watched.engine.post({ type: 'stop-run', mode: 'wrap-up', by: 'ann' });
    await bench.time.pass(10);
    expect(seqs()).toEqual([1]);
    edit('two');
    bench.agents.exit(A);
    await watched.end();
    expect(seqs()).toEqual([1]);
  });

  it('that fail are a note, and the run goes on', async () => {
    const { bench, watched, edit, seqs } = await running();
    bench.checkpoints.fail('disk-full');
    edit('one');
    await bench.time.pass(10_000);
    expect(bench.files.content.get(NOTE)).toContain('disk-full');
    bench.checkpoints.fail(null);
    await bench.time.pass(30_000);
    expect(seqs()).toEqual([1]);
    expect(bench.files.content.get(NOTE)).toBe('');
    bench.agents.exit(A);
    expect(await watched.end()).toMatchObject({ ok: true });
  });

  it('that throw are a note, too', async () => {
    const { bench, watched, edit } = await running(() => ({
      take: () => Promise.reject(new Error('a fault')),
      prune: () => Promise.reject(new Error('a fault')),
    }));
    edit('one');
    await bench.time.pass(10_000);
    expect(bench.files.content.get(NOTE)).toContain('a fault');
    bench.agents.exit(A);
    expect(await watched.end()).toMatchObject({ ok: true });
  });

  it('are over before the workspace is removed', async () => {
    let free = (): void => undefined;
    let seen: Workspace | null = null;
    const { bench, watched, edit } = await running((real) => ({
      take: async (workspace, spec) => {
        seen = workspace;
        await new Promise<void>((resolve) => {
          free = resolve;
        });
        return real.take(workspace, spec);
      },
    }));
    edit('one');
    await bench.time.pass(6_000);
    expect(seen).not.toBeNull();
    bench.agents.exit(A);
    await bench.time.pass(5_000);
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(true);
    free();
    await bench.time.pass(100);
    free();
    await watched.end();
    expect(bench.workspaces.exists(`/fake/app.fanin/${A}`)).toBe(false);
  });

  it('go when their task has landed, but for the last', async () => {
    const { bench, watched, edit, seqs } = await running();
    for (const text of ['1', '2', '3']) {
      edit(text);
      await bench.time.pass(9_000);
    }
    expect(seqs()).toEqual([1, 2, 3]);
    bench.agents.exit(A);
    expect(await watched.end()).toMatchObject({
      ok: true,
      value: { tasks: { a: { phase: 'landed' } } },
    });
    expect(seqs()).toEqual([3]);
  });
});
