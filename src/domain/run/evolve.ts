import { evolveAttempt, laterBy } from '../attempt/evolve.ts';
import type { AttemptEvent } from '../attempt/events.ts';
import { evolveTalk } from '../attempt/talk.ts';
import { rampAfter } from '../governor/ramp-term.ts';
import { isLive } from '../attempt/attempt.ts';
import type { ConflictEvent } from '../conflicts/events.ts';
import { evolveDuplicates } from '../duplicates/live.ts';
import type { DuplicateEvent } from '../duplicates/live-duplicate.ts';
import { evolveConflicts } from '../conflicts/evolve.ts';
import { evolveDelivery } from '../delivery/evolve.ts';
import { isBacklog, isUnderWay } from '../delivery/delivery.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { DeliveryId, TaskId } from '../ids.ts';
import { clashTable } from '../plan/clash-table.ts';
import { NOBODY } from '../plan/nobody.ts';
import type { AgentSpec, Plan, Task } from '../plan/plan.ts';
import { planAfterSplit } from '../split/part-task.ts';
import { evolveTask } from '../task/evolve.ts';
import type { TaskEvent } from '../task/events.ts';
import { begun, newTask } from './begun.ts';
import type { RunEvent } from './events.ts';
import { evolveRunQueue } from './run-queue.ts';
import { deliveryState, planTask, talkOf, taskState } from './state.ts';
import type { RunState } from './state.ts';

/** The run after `event`. `null` stands for a run that has not started. Replaying a log is a fold of this alone. */
export const evolve = (run: RunState | null, event: RunEvent): RunState => {
  if (event.type === 'run.started') return begun(event);
  if (run === null) throw new Error(`Internal error: ${event.type} before run.started`);
  const next = accountWall(accountWindow(withQueue(apply(run, event), event), event), event);
  const ramp = rampAfter(next.ramp, event);
  return ramp === next.ramp ? next : { ...next, ramp };
};

const withQueue = (run: RunState, event: RunEvent): RunState => {
  const mergeQueue = evolveRunQueue(run, event);
  return mergeQueue === run.mergeQueue ? run : { ...run, mergeQueue };
};

type RunOwnEvent = Exclude<
  RunEvent,
  TaskEvent | AttemptEvent | DeliveryEvent | ConflictEvent | DuplicateEvent
>;

const apply = (run: RunState, event: Exclude<RunEvent, { type: 'run.started' }>): RunState => {
  if (isTaskEvent(event)) return onTask(run, event.task, event);
  if (isAttemptEvent(event)) return onAttempt(run, event);
  if (isDeliveryEvent(event)) return onDelivery(run, event);
  if (isConflictEvent(event)) return evolveConflicts(run, event);
  if (isDuplicateEvent(event)) return evolveDuplicates(run, event);
  return onRun(run, event);
};

const isTaskEvent = (event: RunEvent): event is TaskEvent => event.type.startsWith('task.');
const isAttemptEvent = (event: RunEvent): event is AttemptEvent =>
  event.type.startsWith('attempt.') || event.type === 'workspace.removed';
const isDeliveryEvent = (event: RunEvent): event is DeliveryEvent =>
  event.type.startsWith('delivery.');

const isConflictEvent = (event: RunEvent): event is ConflictEvent =>
  event.type.startsWith('conflict.');

const isDuplicateEvent = (event: RunEvent): event is DuplicateEvent =>
  event.type.startsWith('duplicate.');

const onTask = (
  run: RunState,
  id: TaskId,
  event: TaskEvent | AttemptEvent | DeliveryEvent,
): RunState => ({
  ...run,
  tasks: { ...run.tasks, [id]: evolveTask(taskState(run, id), event) },
});

const onAttempt = (run: RunState, event: AttemptEvent): RunState => {
  if (event.type === 'workspace.removed')
    return { ...run, removals: { ...run.removals, [event.attempt]: event.kept } };
  const attempt = evolveAttempt(run.id, run.attempts[event.attempt] ?? null, event);
  const next = {
    ...run,
    attempts: { ...run.attempts, [event.attempt]: attempt },
    talks: talksAfter(run, event),
    spent: spentAfter(run, event),
    rateLimited: rateLimitedAfter(run, event),
  };
  if (event.type === 'attempt.collected')
    return onTask({ ...next, plan: assigned(run.plan, event.task, NOBODY) }, event.task, event);
  if (event.type !== 'attempt.queued') return onTask(next, attempt.task, event);
  const agents = { ...run.agents, [event.attempt]: planTask(run, event.task).agent.name };
  const why = { ...run.why, [event.attempt]: event.why };
  return onTask({ ...next, agents, why }, event.task, event);
};

const spentAfter = (run: RunState, event: AttemptEvent): RunState['spent'] =>
  event.type === 'attempt.spent'
    ? { ...run.spent, [event.attempt]: { tokens: event.tokens, usd: event.usd } }
    : run.spent;

const rateLimitedAfter = (run: RunState, event: AttemptEvent): RunState['rateLimited'] =>
  event.type === 'attempt.rate-limited'
    ? { ...run.rateLimited, [event.attempt]: event.ms }
    : run.rateLimited;

const talksAfter = (run: RunState, event: AttemptEvent): RunState['talks'] => {
  const before = talkOf(run, event.attempt);
  const after = evolveTalk(before, event);
  return after === before ? run.talks : { ...run.talks, [event.attempt]: after };
};

const onDelivery = (run: RunState, event: DeliveryEvent): RunState => {
  const delivery = evolveDelivery(run.deliveries[event.delivery] ?? null, event);
  const next = { ...run, deliveries: { ...run.deliveries, [event.delivery]: delivery } };
  const moves = event.type === 'delivery.landed' || event.type === 'delivery.unlanded';
  const moved = moves ? { ...next, target: event.landing.to } : next;
  return onTask(moved, delivery.task, event);
};

const onRun = (run: RunState, event: Exclude<RunOwnEvent, { type: 'run.started' }>): RunState => {
  switch (event.type) {
    case 'run.task-added':
      return taskAdded(run, event.task);
    case 'run.task-split':
      return taskAdded({ ...run, plan: planAfterSplit(run.plan, event) }, event.part);
    case 'run.task-assigned':
      return { ...run, plan: assigned(run.plan, event.task, event.agent) };
    case 'run.resumed':
      return { ...run, phase: 'running', ended: null };
    case 'run.stop-requested':
      return { ...run, phase: event.mode === 'now' ? 'stopping' : 'wrapping-up' };
    case 'run.limit-set':
      return {
        ...run,
        liveLimit: event.live ?? run.liveLimit,
        reviewLimit: event.review ?? run.reviewLimit,
        reviewConfigured: event.review ?? run.reviewConfigured,
        // What a person has just set is not taken back for what happened before.
        window: event.review === null ? run.window : freshWindow(event.at, run),
      };
    case 'run.review-window-closed':
      return { ...run, reviewLimit: event.limit, window: freshWindow(event.at, run) };
    case 'run.unattended':
      return { ...run, wall: withoutGap(run.wall, event) };
    case 'run.clock-read':
      return clockRead(run, event);
    case 'run.ended':
      return {
        ...run,
        phase: 'ended',
        ended: { end: event.end, reason: event.reason, at: event.at },
      };
    case 'queue.landing-failed':
      return { ...run, deliveries: { ...run.deliveries, ...waitingAgain(run, event.deliveries) } };
    case 'queue.test-began':
    case 'queue.cancel-asked':
    case 'queue.test-ended':
    case 'queue.landing-began':
      return run;
    case 'target.created':
      return { ...run, targetReady: true };
    case 'target.moved':
      return { ...run, target: event.to };
    case 'effect.intended':
      return {
        ...run,
        pending: { ...run.pending, [event.id]: event.effect },
        effectCount: run.effectCount + 1,
      };
    case 'effect.settled': {
      const { [event.id]: _settled, ...pending } = run.pending;
      return { ...run, pending };
    }
  }
};

/** Deliveries that did not land are in the queue as before. */
const waitingAgain = (run: RunState, ids: readonly DeliveryId[]): RunState['deliveries'] =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const delivery = deliveryState(run, id);
      return delivery.phase === 'landing' ? [[id, { ...delivery, phase: 'queued' }]] : [];
    }),
  );

/** An agent that could not work while its host slept gets the time back, and so does the run. */
const clockRead = (
  run: RunState,
  { at, awake, slept }: Extract<RunEvent, { type: 'run.clock-read' }>,
): RunState => {
  const read = { ...run, clock: { at, awake } };
  if (slept === 0) return read;
  const attempts = Object.entries(run.attempts).map(
    ([id, attempt]) => [id, laterBy(attempt, slept)] as const,
  );
  const sleeps = [...run.sleeps, { at, ms: slept }];
  const { busySince } = run.wall;
  const wall = { ...run.wall, busySince: busySince === null ? null : busySince + slept };
  return { ...read, sleeps, wall, attempts: Object.fromEntries(attempts) };
};

const taskAdded = (run: RunState, task: Task): RunState => {
  const tasks = [...run.plan.tasks, task];
  return {
    ...run,
    plan: { ...run.plan, tasks },
    clashes: clashTable(tasks),
    tasks: { ...run.tasks, [task.id]: newTask(task.id) },
  };
};

const assigned = (plan: Plan, id: TaskId, agent: AgentSpec): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.id === id ? { ...task, agent } : task)),
});

const backlogEmpty = (run: RunState): boolean => !Object.values(run.deliveries).some(isBacklog);

const freshWindow = (at: number, run: RunState) => ({
  openedAt: at,
  arrivals: 0,
  reviews: 0,
  stayedEmpty: backlogEmpty(run),
});

/** Counts what comes to people and what they deal with; the checks' own approvals are neither. */
const accountWindow = (run: RunState, event: RunEvent): RunState => {
  const reviewed =
    (event.type === 'delivery.approved' && event.by !== 'checks') ||
    (event.type === 'delivery.returned' && event.comeback.kind === 'review') ||
    event.type === 'delivery.rejected' ||
    event.type === 'run.task-split';
  const arrived = event.type === 'delivery.checked' && event.verdict !== 'red';
  const waits = arrived || event.type === 'delivery.parked';
  if (!reviewed && !waits) return run;
  const { window } = run;
  return {
    ...run,
    window: {
      ...window,
      arrivals: window.arrivals + (arrived ? 1 : 0),
      reviews: window.reviews + (reviewed ? 1 : 0),
      stayedEmpty: window.stayedEmpty && !waits,
    },
  };
};

/** The time since the run is busy, without what nobody worked in. */
const withoutGap = (
  { usedMs, busySince }: RunState['wall'],
  { at, workedUntil }: { readonly at: number; readonly workedUntil: number },
): RunState['wall'] => ({
  usedMs,
  busySince: busySince === null ? null : Math.min(at, busySince + at - workedUntil),
});

/** Time counts while fanin has something under way, checks and landings included; waiting for people does not. */
const accountWall = (run: RunState, event: RunEvent): RunState => {
  if (!('at' in event)) return run;
  const busy =
    run.phase !== 'ended' &&
    (Object.values(run.attempts).some(isLive) || Object.values(run.deliveries).some(isUnderWay));
  const { usedMs, busySince } = run.wall;
  if (busy === (busySince !== null)) return run;
  return {
    ...run,
    wall: busy
      ? { usedMs, busySince: event.at }
      : { usedMs: usedMs + Math.max(0, event.at - (busySince ?? event.at)), busySince: null },
  };
};
