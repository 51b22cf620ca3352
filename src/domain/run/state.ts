import type { Attempt } from '../attempt/attempt.ts';
import { NO_TALK } from '../attempt/talk.ts';
import type { Talk } from '../attempt/talk.ts';
import type { LiveConflict } from '../conflicts/live-conflict.ts';
import type { LiveDuplicate } from '../duplicates/live-duplicate.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { AttemptId, DeliveryId, EffectId, RunId, TaskId } from '../ids.ts';
import type { Spent } from '../governor/spent.ts';
import type { ClashTable } from '../plan/clash-table.ts';
import type { Plan, Task } from '../plan/plan.ts';
import type { TaskState } from '../task/task-state.ts';
import type { Effect } from './effects.ts';
import type { RunEnd } from './events.ts';
import type { ClockReading } from './host-clock.ts';
import type { RunQueue } from './queue-state.ts';

/** The current review window: what came in and what people dealt with. */
export interface ReviewWindow {
  readonly openedAt: number;
  readonly arrivals: number;
  readonly reviews: number;
  /** True while the backlog has been empty for the whole window. */
  readonly stayedEmpty: boolean;
}

/** Wall time used, without the time in which only people could move the run on. */
export interface WallClock {
  readonly usedMs: number;
  /** Since when the run is busy; null while it waits for people. */
  readonly busySince: number | null;
}

/** Everything that is known of a run: the fold of its events. */
export interface RunState {
  readonly id: RunId;
  readonly plan: Plan;
  /** Which tasks may not be in flight together; follows from the plan. */
  readonly clashes: ClashTable;
  readonly startedAt: number;
  /** The commit the target started from, and where the target is now. */
  readonly base: string;
  readonly targetRef: string;
  readonly target: string;
  readonly targetReady: boolean;
  readonly phase: 'running' | 'wrapping-up' | 'stopping' | 'ended';
  readonly ended: { readonly end: RunEnd; readonly reason: string; readonly at: number } | null;
  readonly liveLimit: number;
  /** Attempts that may be alive at once by what has landed so far. */
  readonly ramp: number;
  /** What each attempt has used, as far as its agent has told. */
  readonly spent: Readonly<Record<AttemptId, Spent>>;
  /** For how many ms each attempt has waited for a rate limit, as far as anybody listened. */
  readonly rateLimited: Readonly<Record<AttemptId, number>>;
  readonly reviewLimit: number;
  /** What people set; the review limit never rises above it by itself. */
  readonly reviewConfigured: number;
  readonly window: ReviewWindow;
  readonly wall: WallClock;
  /** The host's clocks at the last reading; null: not read yet. */
  readonly clock: ClockReading | null;
  /** When the host was found to have slept, and for how many ms. */
  readonly sleeps: readonly { readonly at: number; readonly ms: number }[];
  readonly tasks: Readonly<Record<TaskId, TaskState>>;
  readonly attempts: Readonly<Record<AttemptId, Attempt>>;
  readonly deliveries: Readonly<Record<DeliveryId, Delivery>>;
  /** Who each attempt was started with, by its name in the config. */
  readonly agents: Readonly<Record<AttemptId, string>>;
  /** Approved deliveries on their way to the target. */
  readonly mergeQueue: RunQueue;
  /** Why each attempt was started, by the governor's word. */
  readonly why: Readonly<Record<AttemptId, string>>;
  /** What was said to agents, and what they asked; no entry: nothing. */
  readonly talks: Readonly<Record<AttemptId, Talk>>;
  /** Workspaces that are gone (null), or kept and why. */
  readonly removals: Readonly<Record<AttemptId, string | null>>;
  /** Who does not merge with whom, by `conflictKey`; also what is over, until somebody has looked again. */
  readonly conflicts: Readonly<Record<string, LiveConflict>>;
  /** How often a conflict was found. */
  readonly conflictCount: number;
  /** What is written twice, by its key; also what is over, until somebody has looked again. */
  readonly duplicates: Readonly<Record<string, LiveDuplicate>>;
  /** How often something was found to be written twice. */
  readonly duplicateCount: number;
  readonly pending: Readonly<Record<EffectId, Effect>>;
  readonly effectCount: number;
}

/** The plan's task; asking for another is a bug. */
export const planTask = (run: RunState, id: TaskId): Task => {
  const found = run.plan.tasks.find((task) => task.id === id);
  if (found === undefined) throw new Error(`Internal error: run ${run.id} has no task ${id}`);
  return found;
};

/** What lies under a key that a person typed, or null; `constructor` is no key of its own. */
export const known = <T>(all: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(all, key) ? (all[key] ?? null) : null;

/** The state of a task; asking for another is a bug. */
export const taskState = (run: RunState, id: TaskId): TaskState => {
  const found = run.tasks[id];
  if (found === undefined) throw new Error(`Internal error: run ${run.id} has no task ${id}`);
  return found;
};

/** The state of an attempt; asking for another is a bug. */
export const attemptState = (run: RunState, id: AttemptId): Attempt => {
  const found = run.attempts[id];
  if (found === undefined) throw new Error(`Internal error: run ${run.id} has no attempt ${id}`);
  return found;
};

/** What was said to the agent of an attempt, and what it asked. */
export const talkOf = (run: RunState, id: AttemptId): Talk => run.talks[id] ?? NO_TALK;

/** The state of a delivery; asking for another is a bug. */
export const deliveryState = (run: RunState, id: DeliveryId): Delivery => {
  const found = run.deliveries[id];
  if (found === undefined) throw new Error(`Internal error: run ${run.id} has no delivery ${id}`);
  return found;
};

/** Whether an attempt whose workspace is ready still gets an agent: not once its run is being stopped or its task dropped. */
export const mayStart = (run: RunState, id: AttemptId): boolean =>
  run.phase === 'running' && taskState(run, attemptState(run, id).task).phase !== 'dropped';

/** For how many ms the host has slept since `at`, as far as is known. */
export const sleptAfter = (run: RunState, at: number): number =>
  run.sleeps.reduce((sum, sleep) => (sleep.at > at ? sum + sleep.ms : sum), 0);

/** Wall time used at `now`, in ms. */
export const wallUsed = (run: RunState, now: number): number =>
  run.wall.usedMs + (run.wall.busySince === null ? 0 : Math.max(0, now - run.wall.busySince));
