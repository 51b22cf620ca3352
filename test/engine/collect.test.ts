import { describe, expect, it } from 'vitest';
import { harvestRef, targetRef } from '../../src/domain/ids.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import type { Letter } from '../../src/engine/letter.ts';
import { collectOf } from '../support/collected-work.ts';
import { engineBench, RESUME, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import { planOf, reviewedPlan } from '../support/plans.ts';

/** A person has changed a file outside of fanin, and collects that. */
const collect = (bench: EngineBench, task: string, text: string): Letter => {
  const commit = bench.repo.commitFiles(bench.base, { 'README.md': text });
  const command = collectOf(task, commit);
  const tree = bench.repo.treeOf(commit);
  const harvest = { ...command.harvest, commit, tree, base: bench.base };
  return { command: { ...command, harvest }, inbox: null };
};
const approve = (bench: EngineBench, task: string): Letter => {
  const delivery = `r1-${task}-1`;
  const offered = bench
    .events('r1')
    .find((event) => event.type === 'delivery.offered' && event.delivery === delivery);
  if (offered?.type !== 'delivery.offered') throw new Error(`${delivery} was not offered`);
  const command: PersonCommand = { type: 'approve', delivery, tree: offered.tree, by: 'ann' };
  return { command, inbox: null };
};
const brief = (bench: EngineBench, attempt: string): string | undefined =>
  bench.files.content.get(`/fake/attempts/${attempt}/brief.md`);

describe('an engine that takes in what it did not start', () => {
  it('holds it by a ref, checks it, writes its receipt and lands it, with no agent', async () => {
    const bench = engineBench();
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([])), collect(bench, 'x', 'mine\n')],
    });
    expect(await watched.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    const held = bench.repo.refs.get(harvestRef('r1', 'x', 1)) ?? '';
    expect(bench.repo.files(held).get('README.md')).toBe('mine\n');
    const target = bench.repo.refs.get(targetRef('r1')) ?? '';
    expect(bench.repo.files(target).get('README.md')).toBe('mine\n');
    expect(bench.agents.launches).toEqual([]);
    expect(bench.workspaces.heldCopies()).toEqual([]);
    expect(bench.files.receipts.get('r1-x-1')).toMatchObject({
      schema: 5,
      verdict: 'green',
      collected: { branch: 'refs/heads/x' },
      agent: { name: 'unknown', model: { measured: false, why: 'taken in by fanin collect' } },
      workspace: { level: 'none', base: bench.base },
      claims: [],
      usage: { measured: false, why: 'taken in by fanin collect' },
      exit: null,
      timeline: [{ what: 'collected' }, { what: 'harvested' }, { what: 'checked' }],
    });
  });

  it('writes down what came back for whoever made it: the conflict, and what has landed since', async () => {
    const bench = engineBench();
    const first = await startOn(bench, {
      first: [
        bench.startLetter('r1', reviewedPlan([])),
        collect(bench, 'x', 'mine\n'),
        collect(bench, 'y', 'theirs\n'),
      ],
    });
    await first.end();
    const second = await startOn(bench, {
      first: [RESUME, approve(bench, 'x'), approve(bench, 'y')],
    });
    const ended = await second.end();
    expect(ended).toMatchObject({ ok: true, value: { ended: { end: 'waiting' } } });
    const text = brief(bench, 'r1-y-1') ?? '';
    const target = bench.repo.refs.get(targetRef('r1')) ?? '';
    expect(text).toContain('## y#1 conflicted with what has landed since');
    expect(text).toContain('conflicts with the target in README.md');
    expect(text).toContain(`- x as ${target.slice(0, 12)}: \`README.md\``);
    expect(text).toContain(`held by ${harvestRef('r1', 'y', 1)}`);
    expect(text).toContain('`git merge fanin/r1/target`');
    expect(text).toContain('`fanin collect y` takes it in again, as y#2');
    expect(brief(bench, 'r1-x-1')).toBeUndefined();
  });

  it('writes down the log of a red check', async () => {
    const bench = engineBench(() => ({ exit: 1 }));
    bench.files.content.set('/fake/attempts/r1-x-1/checks/unit.log', 'boom\n');
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([])), collect(bench, 'x', 'mine\n')],
    });
    await watched.end();
    const text = brief(bench, 'r1-x-1') ?? '';
    expect(text).toContain('## x#1 failed its checks\n\nunit failed (exit code 1)');
    expect(text).toContain('    boom');
    expect(text).toContain('mend the work, not the check');
    expect(text).not.toContain('## What has landed since');
  });

  it('holds and checks it after a crash, though its branch is gone by then', async () => {
    const bench = engineBench(({ tag }) => (tag.startsWith('check:') ? 'endless' : {}));
    const first = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([])), collect(bench, 'x', 'mine\n')],
    });
    first.engine.post({ type: 'stop-run', mode: 'now', by: 'ann' });
    await first.end();
    bench.repo.refs.delete(harvestRef('r1', 'x', 1));
    const again = { ...bench.deps, commands: engineBench().deps.commands };
    const second = await startOn(bench, { first: [RESUME] }, again);
    expect(await second.end()).toMatchObject({ ok: true, value: { ended: { end: 'landed' } } });
    expect(bench.repo.refs.has(harvestRef('r1', 'x', 1))).toBe(true);
  });

  it('does not take it for checked when it cannot be held', async () => {
    const bench = engineBench();
    bench.repo.refs.set(harvestRef('r1', 'x', 1), bench.base);
    const watched = await startOn(bench, {
      first: [bench.startLetter('r1', planOf([])), collect(bench, 'x', 'mine\n')],
    });
    const ended = await watched.end();
    expect(ended.ok ? ended.value.deliveries['r1-x-1'] : null).toMatchObject({
      phase: 'parked',
      verdict: 'unverified',
      blocking: [expect.stringContaining('points to')],
    });
  });
});
