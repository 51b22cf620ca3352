import { describe, expect, it } from 'vitest';
import type { ConflictPolicy } from '../../../src/domain/conflicts/live-conflict.ts';
import type { Verdict } from '../../../src/domain/delivery/delivery.ts';
import { conflictFindings } from '../../../src/domain/conflicts/words.ts';
import { obstacle } from '../../../src/domain/governor/next-task.ts';
import { openConflicts } from '../../../src/domain/conflicts/standing.ts';
import { planTask } from '../../../src/domain/run/state.ts';
import { NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvested,
  NORMAL,
  RUN,
  landed,
  startedRun,
  toRunning,
  typesOf as types,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const [A, B] = [`${RUN}-a-1`, `${RUN}-b-1`];

/** Two agents at work, `a` the earlier. */
const two = (conflicts: ConflictPolicy): RunDriver => {
  const limits = { wallMs: null, live: 4, reserve: 0, ...NO_BUDGET };
  const plan = planOf([taskOf('a'), taskOf('b')], { conflicts, limits, graceMs: 10_000 });
  const run = startedRun(plan);
  toRunning(run, 'a');
  toRunning(run, 'b');
  return run;
};
const seen = (run: RunDriver, files: readonly string[], more: object = {}) =>
  run.send({
    type: 'conflicts-seen',
    seen: {
      target: run.state.target,
      compared: [A, B],
      conflicts: files.length === 0 ? [] : [{ a: B, b: A, files, text: '<<<<<<< hunk' }],
      ...more,
    },
  });
const told = (run: RunDriver) =>
  run
    .pending()
    .flatMap(({ effect }) =>
      effect.kind === 'tell' && effect.input.kind === 'message'
        ? [`${effect.attempt} ${effect.input.text}`]
        : [],
    );
/** What is on its way to the target. */
const inTest = (run: RunDriver): readonly string[] =>
  run.state.mergeQueue.queue.tests.flatMap(({ members }) => members);

/** The agent at work ends, and what it leaves is checked. */
const deliver = (run: RunDriver, task: string, verdict: Verdict = 'green'): void => {
  exited(run, task, NORMAL);
  harvested(run, task);
  checked(run, task, verdict);
};

describe('a conflict of two that are at work', () => {
  it('is found once, told to both, and again when a file comes to it', () => {
    const run = two('warn');
    expect(types(seen(run, ['x']))).toContain('conflict.found');
    expect(run.log.findLast(({ type }) => type === 'conflict.found')).toMatchObject({ a: A, b: B });
    expect(told(run)).toHaveLength(2);
    expect(told(run)[0]).toMatch(/^r1-a-1 Your work and that of task b \(b#1\)[^]*<<<<<<< hunk/u);
    expect(told(run)[1]).toMatch(/^r1-b-1 Your work and that of task a \(a#1\)/u);
    expect(seen(run, ['x'])).toEqual([]);
    expect(types(seen(run, ['x', 'y']))).toContain('conflict.found');
    expect(seen(run, ['x'])).toEqual([]);
    expect(told(run)).toHaveLength(4);
  });

  it('goes when they merge again, and shows in the receipts as long as it is there', () => {
    const run = two('warn');
    seen(run, ['x']);
    expect(conflictFindings(run.state, B)).toEqual([
      { kind: 'overlap', text: 'does not merge with a#1: x', blocks: false },
    ]);
    expect(types(seen(run, [], { compared: [A] }))).toEqual([]);
    expect(types(seen(run, []))).toEqual(['conflict.gone']);
    expect(conflictFindings(run.state, B)).toEqual([]);
    expect(types(seen(run, []))).toEqual([]);
  });

  it('counts only on the target as it is, and between two tasks', () => {
    const run = two('warn');
    expect(seen(run, ['x'], { target: 'another' })).toEqual([]);
    expect(seen(run, ['x'], { conflicts: [{ a: A, b: A, files: ['x'], text: '' }] })).toEqual([]);
  });

  it('with the target is told to the one', () => {
    const run = two('stop-later');
    seen(run, ['x'], { conflicts: [{ a: B, b: null, files: ['x'], text: '' }] });
    expect(told(run)).toHaveLength(1);
    expect(told(run)[0]).toMatch(/^r1-b-1 Your work conflicts with what has landed/u);
    expect(run.attempt('b').phase).toBe('running');
  });

  it('is over when one of the two has ended without work', () => {
    const run = two('warn');
    seen(run, ['x']);
    exited(run, 'a', { code: 1, signal: null, lost: false, stopped: null });
    harvested(run, 'a', false);
    expect(openConflicts(run.state)).toEqual([]);
    expect(types(seen(run, [], { compared: [B] }))).toEqual(['conflict.gone']);
  });
});

describe('hold-later', () => {
  it('lets the later land once the earlier has', () => {
    const run = two('hold-later');
    seen(run, ['x']);
    deliver(run, 'b');
    expect(run.delivery('b').phase).toBe('queued');
    expect(inTest(run)).toEqual([]);
    deliver(run, 'a');
    expect(inTest(run)).toEqual([A]);
    landed(run, 'a');
    expect(run.delivery('a').phase).toBe('landed');
    expect(inTest(run)).toEqual([B]);
  });

  it('does not wait for one that waits for a person', () => {
    const run = two('hold-later');
    seen(run, ['x']);
    deliver(run, 'b');
    deliver(run, 'a', 'unverified');
    expect(run.delivery('a').phase).toBe('parked');
    expect(inTest(run)).toEqual([B]);
  });

  it('is not what `warn` does', () => {
    const run = two('warn');
    seen(run, ['x']);
    deliver(run, 'b');
    expect(inTest(run)).toEqual([B]);
  });
});

describe('stop-later', () => {
  const stopped = (): RunDriver => {
    const run = two('stop-later');
    expect(types(seen(run, ['x']))).toContain('attempt.wrap-up-asked');
    return run;
  };

  it('asks the later to end, and stops it after the grace', () => {
    const run = stopped();
    expect(run.attempt('b')).toMatchObject({ phase: 'wrapping-up', why: 'conflict' });
    expect(run.attempt('a').phase).toBe('running');
    run.now += 9_999;
    expect(run.tick()).toEqual([]);
    run.now += 1;
    expect(types(run.tick())).toContain('attempt.stop-asked');
  });

  it('keeps its work, and makes it again once the earlier has landed', () => {
    const run = stopped();
    exited(run, 'b', { code: 0, signal: null, lost: false, stopped: null });
    harvested(run, 'b');
    expect(run.state.attempts[B]).toMatchObject({ phase: 'ended', outcome: 'salvaged' });
    expect(run.task('b')).toMatchObject({ phase: 'ready', comeback: { kind: 'conflict' } });
    const b = planTask(run.state, 'b');
    expect(obstacle(run.state, b, run.now, [])).toBe(
      'it does not merge with a, which lands first (x)',
    );
    deliver(run, 'a');
    landed(run, 'a');
    const { comeback, n } = run.attempt('b');
    expect(n).toBe(2);
    expect(comeback).toMatchObject({ from: B, commit: `commit-${B}` });
    expect(comeback?.text).toContain('stopped for a#1');
    expect(comeback?.text).toContain('<<<<<<< hunk');
  });

  it('stops a task once; then it is only held', () => {
    const run = stopped();
    exited(run, 'b', { code: null, signal: 'SIGTERM', lost: false, stopped: 'conflict' });
    harvested(run, 'b', false);
    expect(run.state.attempts[B]).toMatchObject({ phase: 'ended', outcome: 'cancelled' });
    exited(run, 'a', { code: 1, signal: null, lost: false, stopped: null });
    harvested(run, 'a', false);
    run.send({ type: 'retry', task: 'a', note: '', by: 'ann' });
    toRunning(run, 'b');
    toRunning(run, 'a');
    const again = { a: `${RUN}-a-2`, b: `${RUN}-b-2`, files: ['x'], text: '' };
    expect(types(seen(run, [], { conflicts: [again], compared: [] }))).toContain('conflict.found');
    expect(run.attempt('a').phase === 'running' || run.attempt('b').phase === 'running').toBe(true);
    expect(run.attempt('b').phase).toBe('running');
  });
});
