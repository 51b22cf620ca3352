import { attemptLabel } from '../ids.ts';
import type { TaskId } from '../ids.ts';
import type { Plan, Task } from '../plan/plan.ts';

/** What a person takes out of a delivery of `first`. */
export interface TakenOut {
  readonly id: TaskId;
  /** The number of the attempt that delivered it. */
  readonly n: number;
  readonly paths: readonly string[];
  /** The files that are taken, and those that stay. */
  readonly files: readonly string[];
  readonly others: readonly string[];
  /** It lands after the rest. */
  readonly after: boolean;
}

/**
 * The task of what was taken out: as its first task in everything that says how it is made and checked, so that it can
 * be made again the same way. A deliverable goes with the files that it consists of.
 */
export const partTask = (first: Task, out: TakenOut): Task => ({
  ...first,
  id: out.id,
  prompt: partPrompt(first, out),
  needs: out.after ? [...first.needs, first.id] : first.needs,
  deliverables: first.deliverables.filter(
    (path) => out.files.some(isIn(path)) && !out.others.some(isIn(path)),
  ),
});

const isIn =
  (deliverable: string) =>
  (file: string): boolean =>
    file === deliverable || file.startsWith(`${deliverable.replace(/\/+$/u, '')}/`);

/** Its first line becomes the subject of its landing. */
const partPrompt = (first: Task, { n, paths }: TakenOut): string => {
  const [line = '', ...rest] = first.prompt.trim().split('\n');
  return [
    `${line} (${paths.join(' ')})`,
    `A part of ${first.id}: what ${attemptLabel(first.id, n)} changed under ${paths.join(' ')}. Change nothing else.`,
    ...(rest.join('\n').trim() === '' ? [] : [rest.join('\n').trim()]),
  ].join('\n\n');
};

/** A task, and what of it became a task of its own. */
export interface TaskSplit {
  readonly task: TaskId;
  readonly part: Task;
  readonly paths: readonly string[];
}

/**
 * The plan without the part yet: the first task leaves alone what is another's now, and who waits for the first waits
 * for both, since both are what was promised to it.
 */
export const planAfterSplit = (plan: Plan, { task: id, part, paths }: TaskSplit): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) => {
    if (task.id === id)
      return {
        ...task,
        prompt: `${task.prompt.trimEnd()}\n\nWhat lies under ${paths.join(' ')} is the task ${part.id} now: leave it alone.`,
        deliverables: task.deliverables.filter((path) => !part.deliverables.includes(path)),
      };
    return task.needs.includes(id) ? { ...task, needs: [...task.needs, part.id] } : task;
  }),
});

/** A task's name may be this long. */
const MOST = 40;

/** A name for it: that of its first task with a number that nobody has. */
export const partName = (first: TaskId, taken: ReadonlySet<TaskId>): TaskId => {
  for (let k = 2; ; k += 1) {
    const end = `-${k}`;
    const id = `${first.slice(0, MOST - end.length)}${end}`;
    if (!taken.has(id)) return id;
  }
};
