import type { Comeback } from '../attempt/attempt.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { PersonCommand } from '../run/commands.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { known, planTask, taskState } from '../run/state.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import { decideReturned } from '../task/decide.ts';
import type { Delivery, Landing } from './delivery.ts';
import { isBacklog, isMovingTarget } from './delivery.ts';
import type { DeliveryEvent } from './events.ts';

/** A person wants a landed task off the target again. */
export const decideUndo = (
  run: RunState,
  { task, by, reason }: Extract<PersonCommand, { type: 'undo' }>,
  now: number,
): Result<readonly RunEvent[], Failure> => {
  const state = known(run.tasks, task);
  if (state === null)
    return err(
      failure('no-task', `run ${run.id} has no task ${task}`, {
        hint: 'fanin log says what has landed',
      }),
    );
  const delivery = state.phase === 'landed' ? (run.deliveries[state.attempt] ?? null) : null;
  if (delivery?.phase === 'unlanding') return ok([]);
  if (delivery?.phase !== 'landed')
    return err(
      failure('not-landed', `${task} is ${state.phase}; only what has landed can be undone`, {
        hint: 'fanin log says what has landed',
      }),
    );
  return ok([{ type: 'delivery.undo-asked', at: now, delivery: delivery.id, by, reason }]);
};

/** One thing moves the target at a time, and what is to be taken back comes before what is to land. */
export const nextUndo = (run: RunState, now: number): readonly DeliveryEvent[] => {
  const all = Object.values(run.deliveries);
  if (run.phase === 'stopping' || all.some((each) => isMovingTarget(each) && !isWaiting(each)))
    return [];
  const next = all.find(isWaiting);
  return next === undefined ? [] : [{ type: 'delivery.undo-began', at: now, delivery: next.id }];
};

const isWaiting = (delivery: Delivery): boolean =>
  delivery.phase === 'unlanding' && !delivery.began;

/** It is off the target: its task waits for a person, who knows why. */
export const decideUnlanded = (
  delivery: Delivery,
  landing: Landing,
  now: number,
): readonly RunEvent[] => {
  if (delivery.phase !== 'unlanding') return [];
  const { by, reason } = delivery.undo;
  return [
    { type: 'delivery.unlanded', at: now, delivery: delivery.id, landing },
    {
      type: 'task.parked',
      at: now,
      task: delivery.task,
      attempt: delivery.id,
      reason: `undone by ${by}${reason === '' ? '' : `: ${reason}`}`,
    },
  ];
};

/** It stays on the target. */
export const decideUndoRefused = (
  delivery: Delivery,
  reason: string,
  now: number,
): readonly DeliveryEvent[] =>
  delivery.phase === 'unlanding'
    ? [{ type: 'delivery.undo-refused', at: now, delivery: delivery.id, reason }]
    : [];

/**
 * What was built upon something that is on the target no more goes back to its author, unless it has
 * landed itself; the task is made again once what it needs has landed again.
 */
export const dependantsToReturn = (run: RunState, now: number): readonly RunEvent[] =>
  Object.values(run.deliveries)
    .filter((delivery) => isBacklog(delivery) || delivery.phase === 'queued')
    .flatMap((delivery): readonly RunEvent[] => {
      const gone = planTask(run, delivery.task).needs.filter((need) => isUndone(run, need));
      if (gone.length === 0) return [];
      const comeback: Comeback = {
        from: delivery.id,
        kind: 'review',
        text: `it builds on ${gone.join(', ')}, which was taken off the target again`,
        commit: delivery.commit,
      };
      const event = {
        type: 'delivery.returned',
        at: now,
        delivery: delivery.id,
        by: 'fanin',
        comeback,
      } as const;
      return [event, ...decideReturned(run, event, now)];
    });

const isUndone = (run: RunState, task: string): boolean =>
  taskState(run, task).phase !== 'landed' &&
  Object.values(run.deliveries).some(
    (delivery) => delivery.task === task && delivery.phase === 'unlanded',
  );
