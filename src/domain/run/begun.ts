import { FIRST_STEP } from '../governor/ramp-term.ts';
import type { TaskId } from '../ids.ts';
import { clashTable } from '../plan/clash-table.ts';
import type { TaskState } from '../task/task-state.ts';
import type { RunEvent } from './events.ts';
import { freshRunQueue } from './run-queue.ts';
import type { RunState } from './state.ts';

/** A run as it begins. */
export const begun = (event: Extract<RunEvent, { type: 'run.started' }>): RunState => ({
  id: event.run,
  plan: event.plan,
  clashes: clashTable(event.plan.tasks),
  startedAt: event.at,
  base: event.base,
  targetRef: event.targetRef,
  target: event.base,
  targetReady: false,
  phase: 'running',
  ended: null,
  liveLimit: event.plan.limits.live,
  ramp: FIRST_STEP,
  spent: {},
  rateLimited: {},
  reviewLimit: event.plan.review.limit,
  reviewConfigured: event.plan.review.limit,
  window: { openedAt: event.at, arrivals: 0, reviews: 0, stayedEmpty: true },
  wall: { usedMs: 0, busySince: null },
  tasks: Object.fromEntries(event.plan.tasks.map(({ id }) => [id, newTask(id)])),
  attempts: {},
  deliveries: {},
  agents: {},
  mergeQueue: freshRunQueue(event.plan.queue.mode),
  why: {},
  clock: null,
  sleeps: [],
  talks: {},
  removals: {},
  conflicts: {},
  conflictCount: 0,
  duplicates: {},
  duplicateCount: 0,
  pending: {},
  effectCount: 0,
});

/** A task that nobody has begun. */
export const newTask = (id: TaskId): TaskState => ({
  id,
  phase: 'waiting',
  attempts: 0,
  comeback: null,
});
