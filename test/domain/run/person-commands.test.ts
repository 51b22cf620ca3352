import { describe, expect, it } from 'vitest';
import type { PersonCommand } from '../../../src/domain/run/commands.ts';
import { reviewedPlan, taskOf } from '../../support/plans.ts';
import {
  checked,
  exited,
  harvested,
  landed,
  newRun,
  prepared,
  RUN,
  settle,
  started,
  startedRun,
  tested,
  toChecked,
  toChecking,
  toRunning,
  typesOf,
} from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const D = `${RUN}-a-1`;
const by = 'ann';
const COMMANDS = {
  approve: { type: 'approve', delivery: D, tree: `tree-${D}`, by },
  return: { type: 'return', delivery: D, comment: 'again', by },
  reject: { type: 'reject', delivery: D, comment: 'no', by },
  park: { type: 'park', delivery: D, comment: 'later', by },
  retry: { type: 'retry', task: 'a', note: 'once more', by },
  drop: { type: 'drop', task: 'a', reason: 'not needed', by },
  stop: { type: 'stop-attempt', attempt: D, by },
} as const satisfies Readonly<Record<string, PersonCommand>>;

const approve = (run: RunDriver) => run.send(COMMANDS.approve);

/** Ways to bring task `a` into each of its phases; there is nothing else in the run. */
const PHASES: Readonly<Record<string, (run: RunDriver) => void>> = {
  preparing: () => undefined,
  starting: (run) => void prepared(run, 'a'),
  running: (run) => toRunning(run, 'a'),
  'wrapping-up': (run) => {
    toRunning(run, 'a', 120_000);
    run.now += 110_000;
    run.tick();
  },
  stopping: (run) => {
    toRunning(run, 'a');
    run.send(COMMANDS.stop);
  },
  harvesting: (run) => {
    toRunning(run, 'a');
    exited(run, 'a');
  },
  checking: (run) => toChecking(run, 'a'),
  'awaiting-review': (run) => toChecked(run, 'a'),
  parked: (run) => {
    toChecked(run, 'a');
    run.send(COMMANDS.park);
  },
  queued: (run) => {
    // Another delivery is being tested, so this one waits for its turn.
    toChecking(run, 'z');
    checked(run, 'z');
    run.send({ type: 'approve', delivery: `${RUN}-z-1`, tree: `tree-${RUN}-z-1`, by });
    toChecked(run, 'a');
    approve(run);
  },
  'queued (being tested)': (run) => {
    toChecked(run, 'a');
    approve(run);
  },
  landing: (run) => {
    toChecked(run, 'a');
    approve(run);
    tested(run, 'a');
  },
  landed: (run) => {
    toChecked(run, 'a');
    approve(run);
    landed(run, 'a');
  },
  'returned (red)': (run) => {
    toChecking(run, 'a');
    checked(run, 'a', 'red');
  },
  rejected: (run) => {
    toChecked(run, 'a');
    run.send(COMMANDS.reject);
  },
  failed: (run) => {
    toRunning(run, 'a');
    exited(run, 'a', { code: 1, signal: null, lost: false, stopped: null });
    harvested(run, 'a', false);
  },
  dropped: (run) => {
    toRunning(run, 'a');
    run.send(COMMANDS.drop);
  },
};

type Row = Readonly<Record<keyof typeof COMMANDS, string>>;

/** What each command leads to, or the code it is refused with. `-`: nothing, since it is so already. */
const ROW: Row = {
  approve: '!no-delivery',
  return: '!no-delivery',
  reject: '!no-delivery',
  park: '!no-delivery',
  retry: '!not-retryable',
  drop: 'task.dropped',
  stop: '!attempt-not-running',
};
const STOPPABLE: Row = {
  ...ROW,
  drop: 'attempt.stop-asked task.dropped',
  stop: 'attempt.stop-asked',
};
const DONE: Row = {
  ...ROW,
  approve: '!not-reviewable',
  return: '!not-reviewable',
  reject: '!not-reviewable',
  park: '!not-reviewable',
  stop: '!attempt-ended',
};
const REVIEWABLE: Row = {
  ...DONE,
  approve: 'delivery.approved',
  return: 'delivery.returned task.retried',
  reject: 'delivery.rejected task.failed',
  drop: 'delivery.rejected task.dropped',
};

const QUEUED: Row = {
  ...REVIEWABLE,
  approve: '-',
  reject: '!not-reviewable',
  park: 'delivery.parked',
};

const TABLE: Readonly<Record<string, Row>> = {
  preparing: ROW,
  starting: ROW,
  running: STOPPABLE,
  'wrapping-up': STOPPABLE,
  stopping: { ...ROW, stop: '-' },
  harvesting: ROW,
  checking: DONE,
  'awaiting-review': { ...REVIEWABLE, park: 'delivery.parked' },
  parked: REVIEWABLE,
  queued: QUEUED,
  'queued (being tested)': QUEUED,
  landing: { ...DONE, approve: '-', drop: '!task-landing' },
  landed: { ...DONE, approve: '-', drop: '!task-landed' },
  'returned (red)': { ...DONE, retry: 'task.retried' },
  rejected: { ...DONE, retry: 'task.retried' },
  failed: { ...ROW, retry: 'task.retried', stop: '!attempt-ended' },
  dropped: { ...ROW, drop: '-', stop: '-' },
};

describe.each(Object.keys(TABLE))('a task whose attempt or delivery is %s', (phase) => {
  it.each(Object.entries(TABLE[phase] ?? {}))('%s: %s', (name, expected) => {
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('z')], 5));
    PHASES[phase]?.(run);
    const command = COMMANDS[name as keyof typeof COMMANDS];
    if (expected.startsWith('!')) {
      expect(run.refusal(command).code).toBe(expected.slice(1));
      return;
    }
    const follows = new Set([
      'run.resumed',
      'attempt.queued',
      'queue.test-began',
      'queue.cancel-asked',
      'run.ended',
      'task.readied',
    ]);
    const events = typesOf(run.send(command)).filter((type) => !follows.has(type));
    expect(events.join(' ') || '-').toBe(expected);
  });
});

describe('what a person says', () => {
  it('is refused for what there is not', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    expect(newRun().refusal(COMMANDS.approve).code).toBe('no-run');
    expect(run.refusal({ type: 'retry', task: 'nobody', note: '', by }).code).toBe('no-task');
    expect(run.refusal({ type: 'drop', task: 'nobody', reason: '', by }).code).toBe('no-task');
    expect(run.refusal({ type: 'retry', task: 'constructor', note: '', by }).code).toBe('no-task');
    expect(run.refusal({ type: 'stop-attempt', attempt: 'nobody', by }).code).toBe('no-attempt');
  });

  it('approves one tree alone', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    expect(run.refusal({ ...COMMANDS.approve, tree: 'another' }).code).toBe('tree-changed');
  });

  it('opens a run again that had ended, when something comes of it', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    toChecked(run, 'a');
    expect(run.state.phase).toBe('ended');
    expect(typesOf(approve(run))).toEqual(['run.resumed', 'delivery.approved', 'queue.test-began']);
    expect(approve(run)).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN])('may not set a limit of %d', (live) => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    expect(run.refusal({ type: 'set-limit', live, review: null, by }).code).toBe('bad-limit');
    expect(run.refusal({ type: 'set-limit', live: null, review: live, by }).code).toBe('bad-limit');
  });

  it('sets limits that hold at once', () => {
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('b'), taskOf('c')], 1));
    expect(Object.keys(run.state.attempts)).toHaveLength(1);
    run.send({ type: 'set-limit', live: null, review: 2, by });
    expect(Object.keys(run.state.attempts)).toHaveLength(2);
    expect(run.send({ type: 'set-limit', live: null, review: null, by })).toEqual([]);
  });
});

describe('dropping a task', () => {
  it('never lands what was being checked, whatever the checks say', () => {
    for (const verdict of ['green', 'red', 'unverified'] as const) {
      const run = startedRun(reviewedPlan([taskOf('a')]));
      toChecking(run, 'a');
      run.send(COMMANDS.drop);
      expect(typesOf(checked(run, 'a', verdict))).toEqual([
        'delivery.checked',
        'delivery.rejected',
        'run.ended',
      ]);
      expect(run.task('a').phase).toBe('dropped');
    }
  });

  it('gives no agent to a workspace that gets ready afterwards', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    run.send(COMMANDS.drop);
    prepared(run, 'a');
    expect(run.attempt('a')).toMatchObject({
      phase: 'ended',
      outcome: 'cancelled',
      reason: 'its task was dropped before its agent started',
    });
    expect(run.pending().some(({ effect }) => effect.kind === 'start')).toBe(false);
  });

  it('stops an agent that was just being started', () => {
    const run = startedRun(reviewedPlan([taskOf('a')]));
    prepared(run, 'a');
    run.send(COMMANDS.drop);
    expect(typesOf(started(run, 'a'))).toEqual(['attempt.started', 'attempt.stop-asked']);
  });

  it('holds its scope until its agent is gone', () => {
    const writes = taskOf('a').writes;
    const run = startedRun(reviewedPlan([taskOf('a'), taskOf('b', { writes })]));
    toRunning(run, 'a');
    run.send(COMMANDS.drop);
    expect(run.task('b')).toMatchObject({ phase: 'ready', attempts: 0 });
    settle(run, 'stop', 'a', { kind: 'stop' });
    exited(run, 'a', { code: null, signal: 'SIGTERM', lost: false, stopped: 'person' });
    expect(run.task('b').attempts).toBe(0);
    harvested(run, 'a');
    expect(run.task('b').attempts).toBe(1);
    expect(run.task('a').phase).toBe('dropped');
  });
});
