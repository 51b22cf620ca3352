import type { Attempt } from '../attempt/attempt.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import { attemptId, attemptLabel } from '../ids.ts';
import type { AttemptId, TaskId } from '../ids.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import type { PersonCommand } from '../run/commands.ts';
import type { RunEvent } from '../run/events.ts';
import { attemptState, known } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import { makerOf } from '../split/maker.ts';
import type { TaskState } from '../task/task-state.ts';
import { sourceOf } from './collected-from.ts';

type Decision = Result<readonly RunEvent[], Failure>;
type Collect = Extract<PersonCommand, { type: 'collect' }>;

/**
 * Takes in what fanin did not start: as a task of its own the first time, as a further attempt at it when it is
 * collected again. What was delivered of it before is superseded. The same work once more leads to nothing.
 */
export const decideCollect = (run: RunState, command: Collect, now: number): Decision => {
  const { task, from, harvest, by } = command;
  if (harvest.commit === null)
    return err(failure('nothing-new', `there is nothing new in ${task.id}`));
  const state = known(run.tasks, task.id);
  const refused = state === null ? null : refusal(run, state, command);
  if (refused !== null) return err(refused);
  if (state !== null && isKnownAlready(run, state, command)) return ok([]);
  const n = (state?.attempts ?? 0) + 1;
  const attempt = attemptId(run.id, task.id, n);
  const comeback = state?.comeback ?? null;
  return ok([
    ...(state === null ? [{ type: 'run.task-added', at: now, task } as const] : []),
    ...openOf(run, task.id).map(({ id }) => superseded(id, attempt, now)),
    { type: 'attempt.collected', at: now, attempt, task: task.id, n, from, harvest, comeback, by },
    {
      type: 'delivery.offered',
      at: now,
      delivery: attempt,
      task: task.id,
      commit: harvest.commit,
      tree: harvest.tree,
      base: harvest.base,
    },
  ]);
};

const refusal = (run: RunState, state: TaskState, { from }: Collect): Failure | null => {
  const { id } = state;
  const source = sourceOfTask(run, id);
  if (source !== sourceOf(from))
    return failure('task-taken', `run ${run.id} has another task ${id} already`, {
      hint: 'collect it into a run of its own: fanin collect … --into new',
    });
  switch (state.phase) {
    case 'landed':
      return failure('task-landed', `${id} has landed, so nothing is added to it`);
    case 'dropped':
      return failure('task-dropped', `${id} was dropped, so nothing is added to it`, {
        hint: 'collect it into a run of its own: fanin collect … --into new',
      });
    case 'running':
      return failure('task-at-work', `an agent is at work at ${id}`, {
        hint: `stop it first: fanin stop ${attemptLabel(id, state.attempts)}`,
      });
    default:
      return openOf(run, id).some(({ phase }) => phase === 'landing')
        ? failure('task-landing', `${id} is landing right now`, { hint: 'try again in a moment' })
        : null;
  }
};

/** Where the task's work was collected from; null: it never was, and is the plan's own. */
const sourceOfTask = (run: RunState, task: TaskId): string | null => {
  const collected = collectedAttempts(run, task).at(-1)?.collected;
  return collected === undefined ? null : sourceOf(collected);
};

type EndedAttempt = Extract<Attempt, { phase: 'ended' }>;

/** The task's collected attempts, the oldest first. */
export const collectedAttempts = (run: RunState, task: TaskId): readonly EndedAttempt[] =>
  Object.values(run.attempts)
    .flatMap((each) => (each.phase === 'ended' && each.collected !== undefined ? [each] : []))
    .filter((each) => each.task === task);

/** The newest attempt at it is of the same commit and files, or what is left of them. */
const isKnownAlready = (run: RunState, state: TaskState, { from, harvest }: Collect): boolean => {
  if (state.attempts === 0) return false;
  const last = makerOf(run, attemptState(run, attemptId(run.id, state.id, state.attempts)));
  return (
    last.phase === 'ended' &&
    last.collected?.head === from.head &&
    last.harvest?.tree === harvest.tree
  );
};

const OPEN: ReadonlySet<Delivery['phase']> = new Set([
  'checking',
  'awaiting-review',
  'parked',
  'queued',
  'landing',
]);

const openOf = (run: RunState, task: TaskId): readonly Delivery[] =>
  Object.values(run.deliveries).filter((each) => each.task === task && OPEN.has(each.phase));

const superseded = (delivery: AttemptId, by: AttemptId, at: number): DeliveryEvent => ({
  type: 'delivery.superseded',
  at,
  delivery,
  by,
});
