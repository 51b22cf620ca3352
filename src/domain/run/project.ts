import type { Attempt } from '../attempt/attempt.ts';
import { endCode } from '../attempt/end-code.ts';
import { openQuestions } from '../attempt/talk.ts';
import { isOnTarget } from '../delivery/delivery.ts';
import { holdsBack, openConflicts } from '../conflicts/standing.ts';
import { openDuplicates } from '../duplicates/live.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { holderElsewhere, holds } from '../governor/holds.ts';
import type { HeldElsewhere } from '../governor/holds.ts';
import { waitsForFirst } from '../split/standing.ts';
import { limitView } from '../governor/limit-view.ts';
import { attemptTimeSpent, workedBy } from '../governor/work-time.ts';
import { limit } from '../governor/limit.ts';
import type { Limit } from '../governor/limit.ts';
import { obstacle } from '../governor/next-task.ts';
import type { Task } from '../plan/plan.ts';
import type { RunState } from './state.ts';
import { attemptState, planTask, talkOf, taskState } from './state.ts';
import type { AttemptView, DeliveryView, RunView, TaskView, View } from './views.ts';

/** What `status` and the like read, from the state alone. `elsewhere` explains who else holds a scope. */
export const project = (
  run: RunState,
  now: number,
  elsewhere: readonly HeldElsewhere[],
): readonly View[] => viewsOf(run, { now, elsewhere, allowed: limit(run, now) });

interface Around {
  readonly now: number;
  readonly elsewhere: readonly HeldElsewhere[];
  readonly allowed: Limit;
}

const viewsOf = (run: RunState, around: Around): readonly View[] => [
  { kind: 'run', run: run.id, id: run.id, body: runView(run, around) },
  ...run.plan.tasks.map((task): View => ({
    kind: 'task',
    run: run.id,
    id: task.id,
    body: taskView(run, task, around),
  })),
  ...Object.values(run.attempts).map((attempt): View => ({
    kind: 'attempt',
    run: run.id,
    id: attempt.id,
    body: attemptView(run, attempt, around.now),
  })),
  ...Object.values(run.deliveries).map((delivery): View => ({
    kind: 'delivery',
    run: run.id,
    id: delivery.id,
    body: deliveryView(run, delivery),
  })),
];

const runView = (run: RunState, { allowed, now }: Around): RunView => ({
  goal: run.plan.goal,
  phase: run.phase,
  end: run.ended?.end ?? null,
  endReason: run.ended?.reason ?? null,
  startedAt: run.startedAt,
  endedAt: run.ended?.at ?? null,
  base: run.base,
  targetRef: run.targetRef,
  target: run.target,
  tasks: run.plan.tasks.map(({ id }) => id),
  wallMs: run.plan.limits.wallMs,
  agentMs: run.plan.limits.agentMs,
  agentUsedMs: workedBy(run, now),
  wallUsedMs: run.wall.usedMs,
  busySince: run.wall.busySince,
  reviewBy: run.plan.review.by,
  reviewLimit: run.reviewLimit,
  window: { arrivals: run.window.arrivals, reviews: run.window.reviews },
  limit: limitView(allowed),
  admission: `${run.plan.admission.mode}: ${run.plan.admission.reason}`,
  conflicts: openConflicts(run).map(({ a, b, files }) => ({ a, b, files })),
  duplicates: openDuplicates(run).map(({ text, advice }) => ({ text, advice })),
});

const taskView = (run: RunState, task: Task, around: Around): TaskView => {
  const state = taskState(run, task.id);
  return {
    phase: state.phase,
    held: holds(run, task),
    agent: task.agent.name,
    needs: task.needs,
    writes: task.writes === null ? null : task.writes.globs.map(({ source }) => source),
    locks: task.locks,
    attempts: state.attempts,
    attempt: 'attempt' in state ? state.attempt : null,
    holder:
      state.phase === 'ready' ? (holderElsewhere(task, around.elsewhere)?.label ?? null) : null,
    reason: 'reason' in state ? state.reason : waitReason(run, task, around),
    landed: state.phase === 'landed' ? state.commit : null,
    sizeMs: task.sizeMs,
  };
};

const waitReason = (run: RunState, task: Task, around: Around): string => {
  const { phase } = taskState(run, task.id);
  if (phase !== 'waiting' && phase !== 'ready') return '';
  const why = obstacle(run, task, around.now, around.elsewhere);
  if (why !== null) return why;
  const { may, binding } = around.allowed;
  return may > 0 ? 'next' : `${binding.name}: ${binding.text}`;
};

const attemptView = (run: RunState, attempt: Attempt, now: number): AttemptView => {
  const workspace = 'workspace' in attempt ? attempt.workspace : null;
  const ended = attempt.phase === 'ended' ? attempt : null;
  const kept = run.removals[attempt.id];
  const talk = talkOf(run, attempt.id);
  const time = attemptTimeSpent(run, attempt.id, now);
  const end = ended === null ? null : endCode(ended);
  return {
    task: attempt.task,
    n: attempt.n,
    phase: attempt.phase,
    outcome: ended?.outcome ?? null,
    reason: ended?.reason ?? ('why' in attempt ? attempt.why : ''),
    agent: run.agents[attempt.id] ?? planTask(run, attempt.task).agent.name,
    why: run.why[attempt.id] ?? '',
    workspace: workspace?.path ?? null,
    removed: kept === null,
    kept: kept ?? null,
    level: workspace?.level ?? null,
    branch: workspace?.branch ?? null,
    base: attempt.base,
    commit: ended?.harvest?.commit ?? null,
    pid: 'process' in attempt ? attempt.process.pid : null,
    queuedAt: attempt.queuedAt,
    startedAt: 'startedAt' in attempt ? attempt.startedAt : null,
    deadlineAt: 'deadlineAt' in attempt ? attempt.deadlineAt : null,
    endedAt: ended?.endedAt ?? null,
    rateLimitedMs: time.rateLimitedMs,
    peopleMs: time.peopleMs,
    asks: openQuestions(attempt, talk),
    messages: talk.messages,
    code: end?.code ?? null,
    infrastructure: end?.infrastructure ?? false,
    ...(ended?.collected === undefined ? {} : { collected: ended.collected }),
    ...(ended?.split === undefined ? {} : { split: ended.split }),
  };
};

const heldText = (run: RunState, delivery: Delivery): string => {
  const first = delivery.phase === 'queued' ? waitsForFirst(run, delivery) : null;
  if (first !== null) return `waits for ${first.task}, which it lies on top of`;
  const conflict = delivery.phase === 'queued' ? holdsBack(run, delivery) : null;
  if (conflict === null) return '';
  return `waits for ${attemptState(run, conflict.a).task}, which it does not merge with and which lands first`;
};

const deliveryView = (run: RunState, delivery: Delivery): DeliveryView => ({
  task: delivery.task,
  phase: delivery.phase,
  commit: delivery.commit,
  tree: delivery.tree,
  base: delivery.base,
  verdict:
    'verdict' in delivery
      ? delivery.verdict
      : delivery.phase === 'returned' && delivery.comeback.kind === 'red'
        ? 'red'
        : null,
  receipt: 'receipt' in delivery ? delivery.receipt : null,
  blocking: 'blocking' in delivery ? delivery.blocking : [],
  reason: reasonOf(run, delivery),
  approvedBy: 'approvedBy' in delivery ? delivery.approvedBy : null,
  landed: isOnTarget(delivery) && 'landing' in delivery ? delivery.landing.to : null,
  offeredAt: delivery.offeredAt,
  landedAt: 'landedAt' in delivery ? delivery.landedAt : null,
});

const reasonOf = (run: RunState, delivery: Delivery): string => {
  switch (delivery.phase) {
    case 'queued':
      return heldText(run, delivery) || testText(run, delivery);
    case 'parked':
      return delivery.reason;
    case 'returned':
      return delivery.comeback.text;
    case 'rejected':
      return delivery.comment;
    case 'landed':
      return delivery.undoRefused ?? '';
    case 'unlanding':
    case 'unlanded':
      return delivery.undo.reason;
    case 'superseded':
      return `superseded by ${delivery.by}`;
    default:
      return '';
  }
};

/** With whom a queued delivery is being tested; '' while it waits for that. */
const testText = ({ mergeQueue, deliveries }: RunState, { id }: Delivery): string => {
  const test = mergeQueue.queue.tests.findLast(({ rest }) => rest.includes(id));
  if (test === undefined) return '';
  const others = test.rest.flatMap((each) => (each === id ? [] : (deliveries[each]?.task ?? [])));
  return others.length === 0 ? 'tested on the target' : `tested with ${others.join(', ')}`;
};
