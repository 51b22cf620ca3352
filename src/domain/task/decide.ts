import { decideStop } from '../attempt/decide.ts';
import { madeWay } from '../conflicts/decide-seen.ts';
import { madeWayText } from '../conflicts/words.ts';
import type { Comeback } from '../attempt/attempt.ts';
import type { AttemptEvent } from '../attempt/events.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { AttemptId, TaskId } from '../ids.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import type { PersonCommand } from '../run/commands.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { attemptState, deliveryState, known, planTask, taskState } from '../run/state.ts';
import { isAtWork } from './at-work.ts';
import { hasAgent } from '../plan/nobody.ts';
import { assignment, misassigned } from '../collect/assignment.ts';
import { isMadeAgain, isTakenOver } from './takeover.ts';
import type { TaskEvent } from './events.ts';

type Decision = Result<readonly RunEvent[], Failure>;

/** Tasks whose needs have all landed become ready. */
export const decideReady = (run: RunState, now: number): readonly TaskEvent[] =>
  run.plan.tasks
    .filter((task) => taskState(run, task.id).phase === 'waiting')
    .filter((task) => task.needs.every((need) => taskState(run, need).phase === 'landed'))
    .map((task) => ({ type: 'task.readied', at: now, task: task.id }));

/**
 * What an attempt's end without a delivery means for its task. Where only the run was stopped, the
 * task is ready again for the resumed run; anything else waits for a person's `retry`.
 */
export const decideAttemptEnded = (
  run: RunState,
  event: AttemptEvent,
  task: TaskId,
  now: number,
): readonly TaskEvent[] => {
  if (event.type !== 'attempt.ended' || event.outcome === 'delivered') return [];
  if (!isAtWork(run, event.attempt, task)) return [];
  const kept = event.harvest?.commit ?? null;
  if (madeWay(attemptState(run, event.attempt)))
    return [
      {
        type: 'task.retried',
        at: now,
        task,
        by: 'the conflict',
        comeback: afterConflict(run, event),
      },
    ];
  if (endedWithRun(run, event))
    return [
      {
        type: 'task.retried',
        at: now,
        task,
        by: 'the resumed run',
        comeback: stoppedWithRun(run, event, kept),
      },
    ];
  if (isTakenOver(run, event, task))
    return [
      { type: 'task.retried', at: now, task, by: 'the takeover', comeback: handedOver(run, event) },
    ];
  const reason =
    kept === null ? event.reason : `${event.reason}; its work is kept as ${kept.slice(0, 7)}`;
  return [{ type: 'task.failed', at: now, task, attempt: event.attempt, reason }];
};

/**
 * What a returned or rejected delivery means for its task: a person's comment is an order to make
 * it again, so the task is ready at once; so is one with a conflict or a red check within its
 * retries, and after that it waits for a person's `retry`. What was collected waits for whoever made it.
 */
export const decideReturned = (
  run: RunState,
  event: DeliveryEvent,
  now: number,
): readonly TaskEvent[] => {
  if (event.type === 'delivery.rejected') {
    const task = deliveryState(run, event.delivery).task;
    return [
      {
        type: 'task.failed',
        at: now,
        task,
        attempt: event.delivery,
        reason: `rejected by ${event.by}: ${event.comment}`,
      },
    ];
  }
  if (event.type !== 'delivery.returned') return [];
  const { task } = deliveryState(run, event.delivery);
  const mine = hasAgent(planTask(run, task));
  if (mine && event.comeback.kind === 'review')
    return [{ type: 'task.retried', at: now, task, by: event.by, comeback: event.comeback }];
  if (mine && isMadeAgain(run, event))
    return [{ type: 'task.retried', at: now, task, by: 'the takeover', comeback: event.comeback }];
  const [first = ''] = event.comeback.text.split('\n');
  return [
    {
      type: 'task.parked',
      at: now,
      task,
      attempt: event.delivery,
      reason: `returned (${event.comeback.kind}): ${first}`,
    },
  ];
};

/** A person wants a failed or parked task made again, in a new attempt that knows why. */
export const decideRetry = (
  run: RunState,
  command: Extract<PersonCommand, { type: 'retry' }>,
  now: number,
): Decision => {
  const state = known(run.tasks, command.task);
  if (state === null) return err(noTask(run, command.task));
  if (state.phase !== 'failed' && state.phase !== 'parked')
    return err(
      failure(
        'not-retryable',
        `${command.task} is ${state.phase}; only a failed or returned task can be retried`,
        {
          hint:
            state.phase === 'delivered'
              ? `send it back with a comment: fanin review return ${command.task} "…"`
              : 'fanin status shows where it stands',
        },
      ),
    );
  const refused = misassigned(run, command);
  if (refused !== null) return err(refused);
  const last =
    state.comeback?.from === state.attempt
      ? state.comeback
      : withEarlier(lastFailure(run, state.attempt), state.comeback);
  const text = [last.text, command.note].filter((part) => part !== '').join('\n\n');
  return ok([
    ...assignment(command, now),
    {
      type: 'task.retried',
      at: now,
      task: command.task,
      by: command.by,
      comeback: { ...last, text },
    },
  ]);
};

/** A person gives a task up: its agent is stopped, its delivery no longer waits, its scope is free. */
export const decideDrop = (
  run: RunState,
  command: Extract<PersonCommand, { type: 'drop' }>,
  now: number,
): Decision => {
  const { task, by, reason } = command;
  const state = known(run.tasks, task);
  if (state === null) return err(noTask(run, task));
  if (state.phase === 'landed')
    return err(failure('task-landed', `${task} has landed, so it can't be dropped`));
  if (state.phase === 'dropped') return ok([]);
  const stops = Object.values(run.attempts)
    .filter((attempt) => attempt.task === task)
    .flatMap((attempt) => decideStop(attempt, 'person', now));
  const open = Object.values(run.deliveries).filter((delivery) => delivery.task === task);
  if (open.some(({ phase }) => phase === 'landing'))
    return err(
      failure('task-landing', `${task} is landing right now`, { hint: 'try again in a moment' }),
    );
  const rejections = open
    .filter(({ phase }) => phase === 'awaiting-review' || phase === 'parked' || phase === 'queued')
    .map((delivery): RunEvent => ({
      type: 'delivery.rejected',
      at: now,
      delivery: delivery.id,
      by,
      comment: 'its task was dropped',
    }));
  return ok([...stops, ...rejections, { type: 'task.dropped', at: now, task, by, reason }]);
};

/** A person stops one agent; what it has done is harvested. */
export const decideStopAttempt = (run: RunState, id: AttemptId, now: number): Decision => {
  const attempt = known(run.attempts, id);
  if (attempt === null) return err(failure('no-attempt', `run ${run.id} has no attempt ${id}`));
  if (attempt.phase === 'ended')
    return err(failure('attempt-ended', `${attempt.task}#${attempt.n} has ended already`));
  const events = decideStop(attempt, 'person', now);
  return events.length > 0 || attempt.phase === 'stopping'
    ? ok(events)
    : err(
        failure(
          'attempt-not-running',
          `${attempt.task}#${attempt.n} is ${attempt.phase}; there is no agent to stop`,
          { hint: 'try again in a moment' },
        ),
      );
};

const endedWithRun = (
  run: RunState,
  event: Extract<AttemptEvent, { type: 'attempt.ended' }>,
): boolean => {
  const attempt = run.attempts[event.attempt];
  if (attempt === undefined) return false;
  const stopped = 'exit' in attempt ? attempt.exit?.stopped : null;
  return (
    stopped === 'run-stopped' || (event.outcome === 'cancelled' && attempt.phase !== 'harvesting')
  );
};

/** What the agent that takes over must know: what became of the one before it, and where its work lies. */
const handedOver = (
  run: RunState,
  event: Extract<AttemptEvent, { type: 'attempt.ended' }>,
): Comeback => {
  const { outcome, reason, harvest } = event;
  const kind = outcome === 'salvaged' ? 'stopped' : 'failed';
  return withEarlier(
    { from: event.attempt, kind, text: reason, commit: harvest?.commit ?? null },
    attemptState(run, event.attempt).comeback,
  );
};

const afterConflict = (
  run: RunState,
  event: Extract<AttemptEvent, { type: 'attempt.ended' }>,
): Comeback =>
  withEarlier(
    {
      from: event.attempt,
      kind: 'conflict',
      text: madeWayText(run, event.attempt),
      commit: event.harvest?.commit ?? null,
    },
    attemptState(run, event.attempt).comeback,
  );

/** An attempt whose agent never ran has nothing to tell: the next one hears what it would have heard. */
const stoppedWithRun = (
  run: RunState,
  event: Extract<AttemptEvent, { type: 'attempt.ended' }>,
  kept: string | null,
): Comeback | null => {
  const attempt = attemptState(run, event.attempt);
  if (!('startedAt' in attempt)) return attempt.comeback;
  return withEarlier(
    { from: event.attempt, kind: 'stopped', text: event.reason, commit: kept },
    attempt.comeback,
  );
};

const lastFailure = (run: RunState, id: AttemptId): Comeback => {
  const delivery = run.deliveries[id];
  if (delivery?.phase === 'rejected')
    return { from: id, kind: 'review', text: delivery.comment, commit: delivery.commit };
  if (delivery?.phase === 'unlanded') {
    const { by, reason } = delivery.undo;
    const text = `it had landed and was undone by ${by}${reason === '' ? '' : `: ${reason}`}`;
    return { from: id, kind: 'review', text, commit: delivery.commit };
  }
  const attempt = run.attempts[id];
  const ended = attempt?.phase === 'ended' ? attempt : null;
  const commit = ended?.harvest?.commit ?? null;
  const stopped = ended?.outcome === 'salvaged' || ended?.outcome === 'cancelled';
  return {
    from: id,
    kind: stopped ? 'stopped' : 'failed',
    text: ended?.reason ?? 'it failed',
    commit,
  };
};

/** An attempt that ended without a delivery answers nothing of what the one before it was sent back for. */
const withEarlier = (last: Comeback, earlier: Comeback | null): Comeback =>
  earlier === null
    ? last
    : {
        ...last,
        commit: last.commit ?? earlier.commit,
        text: `${last.text}\n\nThe attempt before it: ${earlier.text}`,
      };

const noTask = (run: RunState, id: TaskId): Failure =>
  failure('no-task', `run ${run.id} has no task ${id}`, {
    hint: `its tasks: ${run.plan.tasks.map((task) => planTask(run, task.id).id).join(', ')}`,
  });
