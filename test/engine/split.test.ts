import { describe, expect, it } from 'vitest';
import { harvestRef, targetRef } from '../../src/domain/ids.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { Part } from '../../src/domain/split/part-harvest.ts';
import type { Letter } from '../../src/engine/letter.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import { reviewedPlan, taskOf } from '../support/plans.ts';

const letter = (command: PersonCommand): Letter => ({ command, inbox: null });
const plan = reviewedPlan([taskOf('a')]);

const until = async (bench: EngineBench, is: (event: RunEvent) => boolean): Promise<void> => {
  for (let k = 0; k < 600 && !bench.events('r1').some(is); k += 1) await bench.time.pass(100);
};

/** The agent of `a` has changed two files and claims something, and what it left was checked. */
const delivered = async (bench: EngineBench) => {
  const watched = await startOn(bench, { first: [bench.startLetter('r1', plan)] });
  await until(bench, (event) => event.type === 'attempt.started');
  bench.workspaces.edit('/fake/app.fanin/r1-a-1', 'a/code.ts', 'code\n');
  const handoff = JSON.stringify({
    claims: ['All tests pass.'],
    skipped: [],
    risks: ['it is slow'],
  });
  bench.files.content.set('/fake/attempts/r1-a-1/handoff.json', handoff);
  bench.work('r1-a-1', 'a/docs.md', 'docs\n');
  await watched.end();
};

/** A commit with some of the files of the whole. */
const partWith = (bench: EngineBench, files: Readonly<Record<string, string>>): Part => {
  const commit = bench.repo.commitFiles(bench.base, files);
  const tree = bench.repo.treeOf(commit);
  return { commit, tree, base: bench.base, files: Object.keys(files), findings: [] };
};
const split = (bench: EngineBench): Letter => {
  const commit = bench.repo.refs.get(harvestRef('r1', 'a', 1)) ?? '';
  return letter({
    type: 'split',
    delivery: 'r1-a-1',
    tree: bench.repo.treeOf(commit),
    name: 'docs',
    paths: ['a/docs.md'],
    after: false,
    rest: partWith(bench, { 'a/code.ts': 'code\n' }),
    taken: partWith(bench, { 'a/docs.md': 'docs\n' }),
    by: 'ann',
  });
};
const approve = (bench: EngineBench, delivery: string): Letter => {
  const offered = bench
    .events('r1')
    .find((event) => event.type === 'delivery.offered' && event.delivery === delivery);
  if (offered?.type !== 'delivery.offered') throw new Error(`${delivery} was not offered`);
  return letter({ type: 'approve', delivery, tree: offered.tree, by: 'ann' });
};

describe('an engine that takes a delivery apart', () => {
  it('holds each part by a ref, checks it and writes a receipt that takes over no claim', async () => {
    const bench = engineBench();
    await delivered(bench);
    expect(bench.files.receipts.get('r1-a-1')?.claims).toHaveLength(1);
    const again = await startOn(bench, { first: [RESUME, split(bench)] });
    expect(await again.end()).toMatchObject({ ok: true, value: { ended: { end: 'waiting' } } });
    for (const [task, n, file] of [
      ['a', 2, 'a/code.ts'],
      ['docs', 1, 'a/docs.md'],
    ] as const) {
      const held = bench.repo.refs.get(harvestRef('r1', task, n)) ?? '';
      expect([...bench.repo.files(held).keys()]).toEqual(['README.md', file]);
      expect(bench.files.receipts.get(`r1-${task}-${n}`)).toMatchObject({
        task,
        verdict: 'green',
        agent: { name: 'robot' },
        split: { task: 'a', n: 1, paths: ['a/docs.md'], taken: task === 'docs' },
        files: [{ path: file }],
        claims: [],
        risks: ['it is slow'],
        usage: { measured: false, why: 'see the receipt of a#1' },
        exit: null,
        timeline: [{ what: 'split' }, { what: 'harvested' }, { what: 'checked' }],
      });
    }
    // The whole is held as it was.
    expect(bench.repo.refs.has(harvestRef('r1', 'a', 1))).toBe(true);
  });

  it('lands both, and gives the workspace back once nothing of it is left to land', async () => {
    const bench = engineBench();
    await delivered(bench);
    await (await startOn(bench, { first: [RESUME, split(bench)] })).end();
    await (await startOn(bench, { first: [RESUME, approve(bench, 'r1-docs-1')] })).end();
    const target = () => [...bench.repo.files(bench.repo.refs.get(targetRef('r1')) ?? '').keys()];
    expect(target()).toEqual(['README.md', 'a/docs.md']);
    const removed = () => bench.events('r1').filter(({ type }) => type === 'workspace.removed');
    expect(removed()).toEqual([]);
    const last = await startOn(bench, { first: [RESUME, approve(bench, 'r1-a-2')] });
    expect(await last.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(target().toSorted()).toEqual(['README.md', 'a/code.ts', 'a/docs.md']);
    expect(removed()).toMatchObject([{ attempt: 'r1-a-1', kept: null }]);
  });

  it('checks the parts after a crash between the decision and the checks', async () => {
    const bench = engineBench(({ tag }) => (tag.startsWith('check:r1-docs') ? 'endless' : {}));
    await delivered(bench);
    const first = await startOn(bench, { first: [RESUME, split(bench)] });
    await until(bench, (event) => event.type === 'delivery.checked' && event.delivery === 'r1-a-2');
    first.engine.post({ type: 'stop-run', mode: 'now', by: 'ann' });
    await first.end();
    bench.repo.refs.delete(harvestRef('r1', 'docs', 1));
    const again = { ...bench.deps, commands: engineBench().deps.commands };
    const second = await startOn(bench, { first: [RESUME] }, again);
    const ended = await second.end();
    expect(ended.ok ? ended.value.deliveries['r1-docs-1'] : null).toMatchObject({
      phase: 'awaiting-review',
      verdict: 'green',
    });
    expect(bench.repo.refs.has(harvestRef('r1', 'docs', 1))).toBe(true);
  });
});
