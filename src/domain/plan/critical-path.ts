import type { TaskId } from '../ids.ts';
import { topologicalOrder } from './graph.ts';
import { countedSize } from './size.ts';
import type { Planned } from './size.ts';

/** The longest chain of a plan. */
export interface CriticalPath {
  /** From first to last; empty for an empty plan. Of equally long chains, the one whose tasks come first. */
  readonly tasks: readonly TaskId[];
  readonly ms: number;
  /** By task, the longest way from its start to the end of the plan, in ms: its own size included. */
  readonly remaining: ReadonlyMap<TaskId, number>;
}

/** The longest chain of `needs` by size; unknown sizes as `countedSize` has them. The graph must have no cycle. */
export function criticalPath(tasks: readonly Planned[]): CriticalPath {
  const followers = new Map<TaskId, Planned[]>();
  for (const task of tasks) {
    for (const need of task.needs) followers.set(need, [...(followers.get(need) ?? []), task]);
  }
  const remaining = new Map<TaskId, number>();
  for (const task of topologicalOrder(tasks).toReversed()) {
    const longest = longestOf(followers.get(task.id) ?? [], remaining);
    remaining.set(task.id, countedSize(task) + (longest?.ms ?? 0));
  }
  const chain: TaskId[] = [];
  const starts = tasks.filter(({ needs }) => needs.length === 0);
  let next = longestOf(starts, remaining);
  const ms = next?.ms ?? 0;
  while (next !== null) {
    chain.push(next.id);
    next = longestOf(followers.get(next.id) ?? [], remaining);
  }
  return { tasks: chain, ms, remaining };
}

function longestOf(
  tasks: readonly Planned[],
  remaining: ReadonlyMap<TaskId, number>,
): { readonly id: TaskId; readonly ms: number } | null {
  let best: { readonly id: TaskId; readonly ms: number } | null = null;
  for (const { id } of tasks) {
    const ms = remaining.get(id) ?? 0;
    if (best === null || ms > best.ms) best = { id, ms };
  }
  return best;
}
