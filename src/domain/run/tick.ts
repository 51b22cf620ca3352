import { decideDeadline, decideStop, decideWrapUp } from '../attempt/decide.ts';
import { dependantsToReturn, nextUndo } from '../delivery/undo.ts';
import { budgetReached } from '../governor/budget-term.ts';
import { limit } from '../governor/limit.ts';
import { liveCount } from '../governor/live-count.ts';
import { nextTask } from '../governor/next-task.ts';
import { closeReviewWindow } from '../governor/review-term.ts';
import { workReached } from '../governor/work-time.ts';
import { attemptId } from '../ids.ts';
import type { Task } from '../plan/plan.ts';
import { partsWithoutFirst } from '../split/standing.ts';
import { decideReady } from '../task/decide.ts';
import { evolve } from './evolve.ts';
import { decideMergeQueue } from './decide-queue.ts';
import type { RunEvent } from './events.ts';
import { readClock } from './wake.ts';
import { runEnd } from './run-end.ts';
import type { RunState } from './state.ts';
import { taskState, wallUsed } from './state.ts';
import type { TickInput } from './surroundings.ts';

/**
 * Everything that follows from the state and the time alone: deadlines, the review window, tasks
 * that became ready, what the merge queue tests and lands, attempts to start, the end of the run. Each rule sees what
 * the ones before it decided. Ticking twice at the same time gives nothing the second time.
 */
export const tick = (run: RunState, input: TickInput): readonly RunEvent[] => {
  if (run.phase === 'ended') return [];
  const events: RunEvent[] = [];
  let state = run;
  for (const rule of RULES) {
    const decided = rule(state, input);
    events.push(...decided);
    state = decided.reduce<RunState>(evolve, state);
  }
  return events;
};

type Rule = (run: RunState, input: TickInput) => readonly RunEvent[];

/** Before anything is stopped; where no command came, nobody has read it yet. */
const hostClock: Rule = (run, input) => readClock(run, input);

/** Stops the run at its wall limit. What people let land afterwards still lands: no agent is needed for that. */
const wallReached: Rule = (run, { now }) => {
  const { wallMs } = run.plan.limits;
  if (wallMs === null || run.phase === 'stopping' || wallUsed(run, now) < wallMs) return [];
  if (run.wall.usedMs >= wallMs && liveCount(run) === 0) return [];
  return [{ type: 'run.stop-requested', at: now, mode: 'now', by: 'the wall limit' }];
};

/** Comes to an end when what may be spent is spent. What has been delivered is still checked and lands: that takes no agent. */
const budgetSpent: Rule = (run, { now }) => {
  if (run.phase !== 'running' || liveCount(run) === 0) return [];
  const by = limitReached(run, now);
  if (by === null) return [];
  return [{ type: 'run.stop-requested', at: now, mode: 'wrap-up', by }];
};

const limitReached = (run: RunState, now: number): string | null => {
  if (workReached(run, now)) return 'the limit of agent time';
  const currency = budgetReached(run);
  if (currency === null) return null;
  return currency === 'usd' ? 'the money limit' : 'the token limit';
};

const attemptClocks: Rule = (run, { now }) => {
  const over = run.phase === 'stopping' || limitReached(run, now) !== null;
  return Object.values(run.attempts).flatMap((attempt) => {
    if (over) return decideStop(attempt, 'run-stopped', now);
    if (taskState(run, attempt.task).phase === 'dropped') return decideStop(attempt, 'person', now);
    const byClock = decideDeadline(attempt, now, run.plan.graceMs);
    if (byClock.length > 0 || run.phase !== 'wrapping-up') return byClock;
    return decideWrapUp(attempt, 'run-stopped', now);
  });
};

const reviewWindow: Rule = (run, { now }) => closeReviewWindow(run, now);

const readyTasks: Rule = (run, { now }) => (run.targetReady ? decideReady(run, now) : []);

const undoing: Rule = (run, { now }) => nextUndo(run, now);

const dependants: Rule = (run, { now }) => dependantsToReturn(run, now);

const parts: Rule = (run, { now }) => partsWithoutFirst(run, now);

/** What is to be taken back comes before what is to land. */
const mergeQueue: Rule = (run, { now }) =>
  run.phase === 'stopping' || !run.targetReady || isUndoing(run) ? [] : decideMergeQueue(run, now);

const isUndoing = ({ deliveries }: RunState): boolean =>
  Object.values(deliveries).some(({ phase }) => phase === 'unlanding');

const startAttempts: Rule = (run, input) => {
  if (!input.start || run.phase !== 'running' || !run.targetReady) return [];
  const events: RunEvent[] = [];
  let state = run;
  for (;;) {
    const { may, terms } = limit(state, input.now);
    const task = may > 0 ? nextTask(state, input.now, input.elsewhere) : null;
    if (task === null) return events;
    const why = terms.map((term) => `${term.name}: ${term.text}`).join(' · ');
    const event = queued(state, task, input.now, why);
    events.push(event);
    state = evolve(state, event);
  }
};

const queued = (run: RunState, task: Task, now: number, why: string): RunEvent => {
  const { attempts, comeback } = taskState(run, task.id);
  const n = attempts + 1;
  return {
    type: 'attempt.queued',
    at: now,
    attempt: attemptId(run.id, task.id, n),
    task: task.id,
    n,
    base: run.target,
    comeback,
    why,
  };
};

const ending: Rule = (run, input) => runEnd(run, input);

const RULES: readonly Rule[] = [
  hostClock,
  wallReached,
  budgetSpent,
  attemptClocks,
  reviewWindow,
  readyTasks,
  undoing,
  dependants,
  parts,
  mergeQueue,
  startAttempts,
  ending,
];
