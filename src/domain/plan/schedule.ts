import type { TaskId } from '../ids.ts';
import { criticalPath } from './critical-path.ts';
import { ancestors } from './graph.ts';
import { place } from './placing.ts';
import type { Hands, Rivals, ScheduledTask } from './placing.ts';
import { countedSize, totalSize } from './size.ts';
import type { Planned } from './size.ts';

/** What the run is expected to take, counting agent time alone: no landing and no review. */
export interface Schedule {
  /** In the order of their start. */
  readonly tasks: readonly ScheduledTask[];
  /** From the first start to the last end. */
  readonly makespanMs: number;
  /** One task after the other. */
  readonly serialMs: number;
  readonly bounds: ScheduleBounds;
}

/** What no schedule can undercut, in ms. */
export interface ScheduleBounds {
  readonly criticalPathMs: number;
  readonly criticalPath: readonly TaskId[];
  /** All work over the slots. */
  readonly slotsMs: number;
  /** A group of which no two may run at once. Found greedily: a heavier one may exist. */
  readonly groupMs: number;
  readonly group: readonly TaskId[];
  /** The greatest of them; of equal ones the first. */
  readonly binding: 'critical-path' | 'slots' | 'group';
  readonly bindingMs: number;
}

/** A pair that may not run at once. */
export interface Pair {
  readonly a: TaskId;
  readonly b: TaskId;
}

/**
 * The expected schedule by list scheduling: whenever a slot is free, the ready task with the longest way
 * to the end starts first; then the longest; then the first in the plan. A task waits while an excluded
 * one runs. The graph must have no cycle.
 */
export function schedule(
  tasks: readonly Planned[],
  hands: Hands,
  excluded: readonly Pair[],
): Schedule {
  const { ms: criticalPathMs, tasks: chain, remaining } = criticalPath(tasks);
  const rivals = rivalsOf(excluded);
  const placed = place(byUrgency(tasks, remaining), hands, rivals);
  const serialMs = totalSize(tasks);
  const group = heaviestGroup(tasks, rivals);
  return {
    tasks: placed,
    makespanMs: endOf(placed),
    serialMs,
    bounds: withBinding({
      criticalPathMs,
      criticalPath: chain,
      slotsMs: serialMs / Math.max(1, hands.slots),
      groupMs: totalSize(group),
      group: group.map(({ id }) => id),
    }),
  };
}

const withBinding = (bounds: Omit<ScheduleBounds, 'binding' | 'bindingMs'>): ScheduleBounds => {
  const { criticalPathMs, slotsMs, groupMs } = bounds;
  const bindingMs = Math.max(criticalPathMs, slotsMs, groupMs);
  const binding =
    bindingMs === criticalPathMs ? 'critical-path' : bindingMs === slotsMs ? 'slots' : 'group';
  return { ...bounds, binding, bindingMs };
};

/** The makespan of `schedule` alone, in ms, at a fraction of the cost. */
export const makespan = (
  tasks: readonly Planned[],
  hands: Hands,
  excluded: readonly Pair[],
): number => {
  const { remaining } = criticalPath(tasks);
  return endOf(place(byUrgency(tasks, remaining), hands, rivalsOf(excluded)));
};

/**
 * Plays the tasks through with other times than those they are ordered by, which is how things go: the function
 * gives the makespan in ms with each task taking what `took` says.
 */
export const playOut = <T extends Planned>(
  tasks: readonly T[],
  hands: Hands,
  excluded: readonly Pair[],
): ((took: (task: T) => number) => number) => {
  const { remaining } = criticalPath(tasks);
  const queue = byUrgency(tasks, remaining);
  const rivals = rivalsOf(excluded);
  return (took) =>
    endOf(
      place(
        queue.map((task) => ({ id: task.id, needs: task.needs, sizeMs: took(task) })),
        hands,
        rivals,
      ),
    );
};

const endOf = (placed: readonly ScheduledTask[]): number =>
  placed.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);

const rivalsOf = (pairs: readonly Pair[]): Rivals => {
  const rivals = new Map<TaskId, Set<TaskId>>();
  const add = (from: TaskId, to: TaskId): void => {
    rivals.set(from, (rivals.get(from) ?? new Set()).add(to));
  };
  for (const { a, b } of pairs) {
    add(a, b);
    add(b, a);
  }
  return rivals;
};

const byUrgency = <T extends Planned>(
  tasks: readonly T[],
  remaining: ReadonlyMap<TaskId, number>,
): readonly T[] =>
  tasks.toSorted((a, b) => {
    const way = (remaining.get(b.id) ?? 0) - (remaining.get(a.id) ?? 0);
    return way === 0 ? countedSize(b) - countedSize(a) : way;
  });

/** Bounds the time for large plans; the heaviest group rarely starts further down. */
const MOST_SEEDS = 64;

/** Grown from each of the heaviest tasks, the heaviest neighbours first; pairs related by needs count as well. */
const heaviestGroup = (tasks: readonly Planned[], rivals: Rivals): readonly Planned[] => {
  const before = ancestors(tasks);
  const apart = (a: Planned, b: Planned): boolean =>
    rivals.get(a.id)?.has(b.id) === true ||
    before.get(a.id)?.has(b.id) === true ||
    before.get(b.id)?.has(a.id) === true;
  const heaviestFirst = tasks.toSorted((a, b) => countedSize(b) - countedSize(a));
  let best: readonly Planned[] = [];
  for (const seed of heaviestFirst.slice(0, MOST_SEEDS)) {
    const group = [seed];
    for (const task of heaviestFirst) {
      if (task !== seed && group.every((member) => apart(member, task))) group.push(task);
    }
    if (totalSize(group) > totalSize(best)) best = group;
  }
  return best;
};
