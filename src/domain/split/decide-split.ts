import type { Attempt } from '../attempt/attempt.ts';
import { notReviewable, otherTree } from '../delivery/decide.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import { attemptId, attemptLabel, isTaskId } from '../ids.ts';
import type { TaskId } from '../ids.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import type { PersonCommand } from '../run/commands.ts';
import type { RunEvent } from '../run/events.ts';
import { attemptState, known, planTask, taskState } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import { splitOf } from './maker.ts';
import { partHarvest } from './part-harvest.ts';
import type { Part } from './part-harvest.ts';
import { partTask } from './part-task.ts';
import type { SplitFrom } from './split-from.ts';

type Split = Extract<PersonCommand, { type: 'split' }>;

/**
 * A person takes some files out of a delivery: it is superseded by two that hold all of it between them, each an
 * attempt that ends as it begins. What was taken out gets a task of its own; each part is checked, reviewed and lands
 * by itself.
 */
export const decideSplit = (
  run: RunState,
  delivery: Delivery,
  command: Split,
  now: number,
): Result<readonly RunEvent[], Failure> => {
  const refused = refusal(run, delivery, command);
  if (refused !== null) return err(refused);
  const { name, paths, rest, taken, after, by } = command;
  const whole = endedAttempt(attemptState(run, delivery.attempt));
  const first = delivery.task;
  const part = partTask(planTask(run, first), {
    id: name,
    n: whole.n,
    paths,
    files: taken.files,
    others: rest.files,
    after,
  });
  const n = taskState(run, first).attempts + 1;
  const restId = attemptId(run.id, first, n);
  const from = { task: first, n: whole.n, paths };
  const about = { whole, by, now };
  return ok([
    { type: 'run.task-split', at: now, task: first, part, paths, by },
    { type: 'delivery.superseded', at: now, delivery: delivery.id, by: restId },
    ...partEvents(run, about, {
      task: first,
      n,
      part: rest,
      other: taken,
      split: { ...from, taken: false, onto: splitOf(whole)?.onto ?? null },
    }),
    ...partEvents(run, about, {
      task: name,
      n: 1,
      part: taken,
      other: rest,
      split: { ...from, taken: true, onto: after ? restId : (splitOf(whole)?.onto ?? null) },
    }),
  ]);
};

type Ended = Extract<Attempt, { phase: 'ended' }>;

interface OnePart {
  readonly task: TaskId;
  readonly n: number;
  readonly part: Part;
  readonly other: Part;
  readonly split: SplitFrom;
}

const partEvents = (
  run: RunState,
  { whole, by, now }: { readonly whole: Ended; readonly by: string; readonly now: number },
  { task, n, part, other, split }: OnePart,
): readonly RunEvent[] => {
  const attempt = attemptId(run.id, task, n);
  const { commit, tree, base } = part;
  return [
    {
      type: 'attempt.split',
      at: now,
      attempt,
      task,
      n,
      split,
      collected: whole.collected ?? null,
      harvest: partHarvest(whole, part, other),
      comeback: whole.comeback,
      by,
    },
    { type: 'delivery.offered', at: now, delivery: attempt, task, commit, tree, base },
  ];
};

const refusal = (
  run: RunState,
  delivery: Delivery,
  { tree, name, rest, taken }: Split,
): Failure | null => {
  const { phase } = delivery;
  if (phase !== 'awaiting-review' && phase !== 'parked' && phase !== 'queued')
    return notReviewable(delivery, 'split');
  if (delivery.tree !== tree) return otherTree(delivery, tree);
  if (!isTaskId(name))
    return failure('bad-task-id', `${JSON.stringify(name)} cannot name a task`, {
      hint: 'use a-z, 0-9, `-` and `_`, at most 40, a letter or digit first',
    });
  if (known(run.tasks, name) !== null)
    return failure('task-taken', `run ${run.id} has another task ${name} already`, {
      hint: 'give it another name: --name <task>',
    });
  if (rest.files.length === 0 || taken.files.length === 0)
    return failure('empty-part', 'a part that changes nothing is no part');
  return buildsOnIt(run, delivery);
};

/** What lies on top of it would lose its ground. */
const buildsOnIt = (run: RunState, { id, task }: Delivery): Failure | null => {
  const above = Object.values(run.deliveries).find(
    (each) => OPEN.has(each.phase) && splitOf(attemptState(run, each.attempt))?.onto === id,
  );
  return above === undefined
    ? null
    : failure(
        'builds-on-it',
        `${above.task} lies on top of ${task}, so ${task} can't be split now`,
        {
          hint: `let ${task} land or return it first; or split ${above.task}`,
        },
      );
};

const OPEN: ReadonlySet<Delivery['phase']> = new Set([
  'checking',
  'awaiting-review',
  'parked',
  'queued',
]);

const endedAttempt = (attempt: Attempt): Ended => {
  if (attempt.phase !== 'ended')
    throw new Error(
      `Internal error: ${attemptLabel(attempt.task, attempt.n)} is split while ${attempt.phase}`,
    );
  return attempt;
};
