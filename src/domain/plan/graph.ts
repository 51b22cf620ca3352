import type { TaskId } from '../ids.ts';

/** What the graph functions need of a task. Needs that name no task of the list are ignored. */
export interface Needing {
  readonly id: TaskId;
  readonly needs: readonly TaskId[];
}

/**
 * All tasks, each after what it needs; among those that are free to come next, the order of the list holds.
 * Tasks in or behind a cycle are left out: see `findCycles`.
 */
export function topologicalOrder<T extends Needing>(tasks: readonly T[]): readonly T[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const placed = new Set<TaskId>();
  const order: T[] = [];
  let waiting = tasks;
  for (;;) {
    const left: T[] = [];
    for (const task of waiting) {
      if (task.needs.every((need) => placed.has(need) || !ids.has(need))) {
        placed.add(task.id);
        order.push(task);
      } else {
        left.push(task);
      }
    }
    if (left.length === waiting.length) return order;
    waiting = left;
  }
}

/**
 * One cycle for each knot of tasks that need each other, as a walk along `needs` that ends where it began:
 * `[a, b, a]`. A task that needs itself is `[a, a]`.
 */
export function findCycles(tasks: readonly Needing[]): readonly (readonly TaskId[])[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const done = new Set<TaskId>();
  const cycles: (readonly TaskId[])[] = [];
  for (const { id } of tasks) {
    const cycle = walkFrom(id, byId, done);
    if (cycle !== null) cycles.push(cycle);
  }
  return cycles;
}

/** Everything that each task needs, directly or through others, by task. */
export function ancestors(tasks: readonly Needing[]): ReadonlyMap<TaskId, ReadonlySet<TaskId>> {
  const all = new Map<TaskId, ReadonlySet<TaskId>>();
  for (const { id, needs } of topologicalOrder(tasks)) {
    const mine = new Set<TaskId>();
    for (const need of needs) {
      mine.add(need);
      for (const further of all.get(need) ?? []) mine.add(further);
    }
    all.set(id, mine);
  }
  return all;
}

/** Depth first and without recursion, since a chain can be as long as the plan. */
function walkFrom(
  start: TaskId,
  byId: ReadonlyMap<TaskId, Needing>,
  done: Set<TaskId>,
): readonly TaskId[] | null {
  if (done.has(start)) return null;
  const trail: { readonly id: TaskId; next: number }[] = [{ id: start, next: 0 }];
  const onTrail = new Set([start]);
  for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
    const need = byId.get(step.id)?.needs[step.next];
    step.next += 1;
    if (need === undefined) {
      done.add(step.id);
      onTrail.delete(step.id);
      trail.pop();
    } else if (onTrail.has(need)) {
      for (const { id } of trail) done.add(id);
      const ids = trail.map(({ id }) => id);
      return [...ids.slice(ids.indexOf(need)), need];
    } else if (byId.has(need) && !done.has(need)) {
      trail.push({ id: need, next: 0 });
      onTrail.add(need);
    }
  }
  return null;
}
