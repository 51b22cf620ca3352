import type { TaskId } from '../../domain/ids.ts';

/** What the tree is made of. */
export interface TreeTask {
  readonly id: TaskId;
  readonly needs: readonly TaskId[];
}

/** A line of the tree: the task, and what is drawn in front of it. */
export interface TreeLine<T extends TreeTask> {
  readonly task: T;
  /** `├ `, `│ └ ` …; empty for a task that needs nothing. */
  readonly branch: string;
  /** Tasks that need it directly, in the order of the plan. */
  readonly followers: readonly TaskId[];
}

/**
 * The tasks, each below one that it needs: the one that lies deepest, since it waits for that one longest.
 * Others in the order of the list. The graph must have no cycle.
 */
export function planTree<T extends TreeTask>(tasks: readonly T[]): readonly TreeLine<T>[] {
  const depths = depthsOf(tasks);
  const children = new Map<TaskId | null, T[]>();
  for (const task of tasks) {
    const parent = deepest(task.needs, depths);
    children.set(parent, [...(children.get(parent) ?? []), task]);
  }
  const lines: TreeLine<T>[] = [];
  const draw = (task: T, branch: string, below: string): void => {
    const followers = tasks.filter(({ needs }) => needs.includes(task.id)).map(({ id }) => id);
    lines.push({ task, branch, followers });
    const mine = children.get(task.id) ?? [];
    for (const [index, child] of mine.entries()) {
      const last = index === mine.length - 1;
      draw(child, `${below}${last ? '└ ' : '├ '}`, `${below}${last ? '  ' : '│ '}`);
    }
  };
  for (const root of children.get(null) ?? []) draw(root, '', '');
  return lines;
}

function depthsOf(tasks: readonly TreeTask[]): ReadonlyMap<TaskId, number> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depths = new Map<TaskId, number>();
  const depthOf = (task: TreeTask): number => {
    const known = depths.get(task.id);
    if (known !== undefined) return known;
    const before = task.needs.flatMap((need) => byId.get(need) ?? []).map(depthOf);
    const depth = before.length === 0 ? 0 : 1 + Math.max(...before);
    depths.set(task.id, depth);
    return depth;
  };
  for (const task of tasks) depthOf(task);
  return depths;
}

const deepest = (needs: readonly TaskId[], depths: ReadonlyMap<TaskId, number>): TaskId | null =>
  needs
    .filter((need) => depths.has(need))
    .reduce<TaskId | null>(
      (best, need) =>
        best === null || (depths.get(need) ?? 0) > (depths.get(best) ?? 0) ? need : best,
      null,
    );
