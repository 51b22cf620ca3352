import type { Trouble } from '../../../src/domain/receipt/trouble.ts';
import { describe, expect, it } from 'vitest';
import type { AgentExit, Attempt } from '../../../src/domain/attempt/attempt.ts';
import {
  decideDeadline,
  decideExited,
  decideFailed,
  decideHarvested,
  decideStop,
  decideWrapUp,
  exitText,
  graceOf,
} from '../../../src/domain/attempt/decide.ts';
import type { AttemptEvent } from '../../../src/domain/attempt/events.ts';
import { evolveAttempt } from '../../../src/domain/attempt/evolve.ts';
import { failure } from '../../../src/domain/failure.ts';
import { BASE, harvestOf, NORMAL, workspaceOf } from '../../support/run-driver.ts';

const ID = 'r1-a-1';
const about = { at: 10, attempt: ID };
const EVENTS = {
  queued: {
    type: 'attempt.queued',
    ...about,
    task: 'a',
    n: 1,
    base: BASE,
    comeback: null,
    why: '',
  },
  prepared: { type: 'attempt.prepared', ...about, workspace: workspaceOf(ID) },
  started: {
    type: 'attempt.started',
    ...about,
    at: 1000,
    process: { supervisorPid: 1, pid: 2, startTime: '3' },
    deadlineAt: 11_000,
  },
  'wrap-up-asked': { type: 'attempt.wrap-up-asked', ...about, why: 'deadline' },
  'disk-passed': { type: 'attempt.disk-passed', ...about, bytes: 3, most: 2, stopAt: 2000 },
  'stop-asked': { type: 'attempt.stop-asked', ...about, why: 'person' },
  exited: { type: 'attempt.exited', ...about, exit: NORMAL },
  ended: {
    type: 'attempt.ended',
    ...about,
    outcome: 'failed',
    reason: 'x',
    harvest: null,
    failure: null,
    trouble: null,
  },
} as const satisfies Readonly<Record<string, AttemptEvent>>;
type Name = keyof typeof EVENTS;

const after = (...names: readonly Name[]): Attempt | null =>
  names.reduce<Attempt | null>((attempt, name) => evolveAttempt('r1', attempt, EVENTS[name]), null);
const live = (...names: readonly Name[]): Attempt => {
  const attempt = after('queued', ...names);
  if (attempt === null) throw new Error('no attempt');
  return attempt;
};

const WAYS: Readonly<Record<Attempt['phase'], readonly Name[]>> = {
  preparing: [],
  starting: ['prepared'],
  running: ['prepared', 'started'],
  'wrapping-up': ['prepared', 'started', 'wrap-up-asked'],
  stopping: ['prepared', 'started', 'stop-asked'],
  harvesting: ['prepared', 'started', 'exited'],
  ended: ['prepared', 'started', 'exited', 'ended'],
};

/** The events that may come in each phase, and the phase that they lead to. */
const NEXT: Readonly<Record<Attempt['phase'], Partial<Record<Name, Attempt['phase']>>>> = {
  preparing: { prepared: 'starting', ended: 'ended' },
  starting: { started: 'running', ended: 'ended' },
  running: {
    'wrap-up-asked': 'wrapping-up',
    'disk-passed': 'wrapping-up',
    'stop-asked': 'stopping',
    exited: 'harvesting',
    ended: 'ended',
  },
  'wrapping-up': {
    'disk-passed': 'wrapping-up',
    'stop-asked': 'stopping',
    exited: 'harvesting',
    ended: 'ended',
  },
  stopping: { exited: 'harvesting', ended: 'ended' },
  harvesting: { ended: 'ended' },
  ended: {},
};

const PHASES: readonly Attempt['phase'][] = [
  'preparing',
  'starting',
  'running',
  'wrapping-up',
  'stopping',
  'harvesting',
  'ended',
];
const NAMES: readonly Exclude<Name, 'queued'>[] = [
  'prepared',
  'started',
  'wrap-up-asked',
  'disk-passed',
  'stop-asked',
  'exited',
  'ended',
];

describe.each(PHASES)('an attempt that is %s', (phase) => {
  it.each(NAMES)('%s', (name) => {
    const attempt = live(...WAYS[phase]);
    expect(attempt.phase).toBe(phase);
    const next = NEXT[phase][name];
    if (next === undefined)
      expect(() => evolveAttempt('r1', attempt, EVENTS[name])).toThrow('Internal error');
    else expect(evolveAttempt('r1', attempt, EVENTS[name]).phase).toBe(next);
  });

  it('is asked, stopped and reported gone only where there is an agent', () => {
    const attempt = live(...WAYS[phase]);
    const types = (events: readonly AttemptEvent[]) => events.map(({ type }) => type).join();
    expect(types(decideWrapUp(attempt, 'deadline', 1))).toBe(
      phase === 'running' ? 'attempt.wrap-up-asked' : '',
    );
    expect(types(decideStop(attempt, 'person', 1))).toBe(
      ['running', 'wrapping-up'].includes(phase) ? 'attempt.stop-asked' : '',
    );
    expect(types(decideExited(attempt, NORMAL, 1))).toBe(
      ['running', 'wrapping-up', 'stopping'].includes(phase) ? 'attempt.exited' : '',
    );
    expect(types(decideHarvested(attempt, { harvest: harvestOf(ID), trouble: null }, 1))).toBe(
      phase === 'harvesting' ? 'attempt.ended' : '',
    );
    expect(types(decideFailed(attempt, failure('x', 'y'), 1))).toBe(
      phase === 'ended' ? '' : 'attempt.ended',
    );
  });
});

it('throws on an event before the attempt was queued', () => {
  expect(() => evolveAttempt('r1', null, EVENTS.prepared)).toThrow('before attempt.queued');
});

describe('the clock of an attempt', () => {
  // Started at 1000, its deadline is at 11000; the grace is 1000.
  it.each([
    [9_999, ''],
    [10_000, 'attempt.wrap-up-asked'],
    [10_001, 'attempt.wrap-up-asked'],
    [10_999, 'attempt.wrap-up-asked'],
    [11_000, 'attempt.stop-asked'],
    [11_001, 'attempt.stop-asked'],
  ])('asks at %d for "%s" while it runs', (now, expected) => {
    expect(
      decideDeadline(live(...WAYS.running), now, 1000)
        .map(({ type }) => type)
        .join(),
    ).toBe(expected);
  });

  it.each([
    [10_999, ''],
    [11_000, 'attempt.stop-asked'],
  ])('asks at %d for "%s" while it wraps up', (now, expected) => {
    expect(
      decideDeadline(live(...WAYS['wrapping-up']), now, 1000)
        .map(({ type }) => type)
        .join(),
    ).toBe(expected);
  });

  it.each(['preparing', 'starting', 'stopping', 'harvesting', 'ended'] as const)(
    'asks nothing while it is %s',
    (phase) => {
      expect(decideDeadline(live(...WAYS[phase]), 99_999, 1000)).toEqual([]);
    },
  );

  it('gives no more than a fifth of its time to wrapping up', () => {
    expect(graceOf({ startedAt: 0, deadlineAt: 10_000 }, 60_000)).toBe(2000);
    expect(graceOf({ startedAt: 0, deadlineAt: 600_000 }, 60_000)).toBe(60_000);
  });
});

describe('how an attempt ends', () => {
  const ending = (exit: Partial<AgentExit>, left: boolean, trouble: Trouble | null = null) => {
    const gone = evolveAttempt('r1', live(...WAYS.running), {
      ...EVENTS.exited,
      exit: { ...NORMAL, ...exit },
    });
    const [event] = decideHarvested(gone, { harvest: harvestOf(ID, left), trouble }, 1);
    return event?.type === 'attempt.ended' ? `${event.outcome}: ${event.reason}` : 'nothing';
  };
  it.each([
    [{}, true, 'delivered: ended normally'],
    [{}, false, 'empty: the agent ended normally and changed nothing'],
    [{ code: 3 }, true, 'salvaged: exit code 3'],
    [{ code: 3 }, false, 'failed: exit code 3'],
    [{ code: null, signal: 'SIGKILL' }, true, 'salvaged: killed by SIGKILL'],
    [{ code: null, lost: true }, true, 'salvaged: its supervisor died, so the end was not seen'],
    [{ code: 0, lost: true }, false, 'failed: its supervisor died, so the end was not seen'],
    [{ code: null, stopped: 'deadline' as const }, true, 'salvaged: stopped at its deadline'],
    [{ code: null, stopped: 'deadline' as const }, false, 'failed: stopped at its deadline'],
    [{ code: 0, stopped: 'deadline' as const }, true, 'salvaged: stopped at its deadline'],
    [{ code: null, stopped: 'person' as const }, true, 'salvaged: stopped by a person'],
    [{ code: null, stopped: 'person' as const }, false, 'cancelled: stopped by a person'],
    [{ code: null, stopped: 'run-stopped' as const }, false, 'cancelled: stopped with the run'],
  ])('%j, work left: %s → %s', (exit, left, expected) => {
    expect(ending(exit, left)).toBe(expected);
  });

  it('says how a process ended', () => {
    expect(exitText({ ...NORMAL, code: null, signal: 'SIGTERM' })).toBe('killed by SIGTERM');
  });

  it('keeps the failure that it could not be carried on for', () => {
    const [event] = decideFailed(live(), failure('setup-failed', 'the set-up failed'), 5);
    expect(event).toMatchObject({
      outcome: 'failed',
      reason: 'the set-up failed',
      failure: { code: 'setup-failed' },
    });
  });
});
