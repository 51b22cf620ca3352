import type { DeliveryView } from '../../domain/run/views.ts';
import type { AttemptModel, RunModel, TaskModel } from '../model/run-model.ts';

/** A delivery that a person can act on. */
export interface ReviewItem {
  readonly attempt: AttemptModel;
  readonly delivery: DeliveryView;
  /** How many tasks cannot start before it has landed, also through others. */
  readonly blocks: number;
}

/** What waits for a person: what blocks most first, then what waits longest. */
export function reviewItems(model: RunModel): readonly ReviewItem[] {
  return allDeliveries(model)
    .filter(({ delivery }) => delivery.phase === 'awaiting-review' || delivery.phase === 'parked')
    .toSorted(
      (a, b) =>
        b.blocks - a.blocks ||
        a.delivery.offeredAt - b.delivery.offeredAt ||
        (a.attempt.id < b.attempt.id ? -1 : 1),
    );
}

/** Every delivery of the run, in no order that means anything. */
export function allDeliveries(model: RunModel): readonly ReviewItem[] {
  return model.tasks.flatMap((task) =>
    task.made.flatMap((attempt) =>
      attempt.delivery === null
        ? []
        : [{ attempt, delivery: attempt.delivery, blocks: blockedBy(task, model.tasks) }],
    ),
  );
}

function blockedBy(task: TaskModel, tasks: readonly TaskModel[]): number {
  const held = new Set<string>([task.id]);
  for (let before = 0; before < held.size;) {
    before = held.size;
    for (const other of tasks) if (other.needs.some((need) => held.has(need))) held.add(other.id);
  }
  return tasks.filter(
    ({ id, phase }) => id !== task.id && held.has(id) && phase !== 'landed' && phase !== 'dropped',
  ).length;
}
