import { describe, expect, it } from 'vitest';
import { DISK_LIMIT, engineBench, startOn } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const PLACE = `/fake/app.fanin/${A}`;

const running = async () => {
  const bench = engineBench();
  const plan = planOf([taskOf('a', { deadlineMs: 1e6 })], { graceMs: 10_000 });
  const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] });
  await bench.time.pass(100);
  const types = () => bench.events('r1').map(({ type }) => type);
  return { bench, watched, types };
};

describe('what an attempt takes on the disk', () => {
  it('is told in its last values while it lasts, and is no event', async () => {
    const { bench, types } = await running();
    bench.disk.take(PLACE, 700);
    await bench.time.pass(7_000);
    expect(await bench.store.telemetry.get(A)).toMatchObject({ diskBytes: 700 });
    bench.disk.take(PLACE, 900);
    await bench.time.pass(7_000);
    expect(await bench.store.telemetry.get(A)).toMatchObject({ diskBytes: 900 });
    expect(types().join(' ')).not.toContain('disk');
  });

  it('stops it above the limit, once it was told, and its work is kept', async () => {
    const { bench, types } = await running();
    bench.workspaces.edit(PLACE, 'a/x', 'work');
    bench.disk.take(PLACE, DISK_LIMIT + 1);
    await bench.time.pass(7_000);
    expect(bench.agents.sent(A)[1]).toContain('more of the disk than they may');
    expect(types()).not.toContain('attempt.stop-asked');
    await bench.time.pass(12_000);
    expect(bench.events('r1')).toContainEqual(
      expect.objectContaining({ type: 'attempt.stop-asked', why: 'disk' }),
    );
    await bench.time.pass(1_000);
    const ended = bench.events('r1').find(({ type }) => type === 'attempt.ended');
    expect(ended).toMatchObject({ outcome: 'salvaged' });
    expect(types().filter((type) => type === 'attempt.disk-passed')).toHaveLength(1);
    const view = bench.store.views('r1').find(({ kind }) => kind === 'attempt');
    expect(view?.body).toMatchObject({ code: 'stopped-at-disk-limit', infrastructure: false });
  });

  it('stops it at once far above', async () => {
    const { bench, types } = await running();
    bench.disk.take(PLACE, DISK_LIMIT * 2);
    await bench.time.pass(6_000);
    expect(types()).toContain('attempt.stop-asked');
    expect(bench.agents.sent(A)).toHaveLength(1);
  });

  it('is not counted any more when it has ended', async () => {
    const { bench, watched } = await running();
    bench.agents.exit(A);
    await watched.end();
    bench.disk.take(PLACE, DISK_LIMIT * 2);
    await bench.time.pass(60_000);
    expect(bench.events('r1').map(({ type }) => type)).not.toContain('attempt.disk-passed');
  });
});
