import type { TaskId } from '../ids.ts';
import { clash } from './clash.ts';
import type { Claimed, Clash } from './clash.ts';

/** Which tasks clash, in both directions: `table[a]?.[b]`. */
export type ClashTable = Readonly<Record<TaskId, Readonly<Record<TaskId, Clash>>>>;

/** Decides every pair once, since the answer follows from the plan alone. */
export const clashTable = (tasks: readonly Claimed[]): ClashTable =>
  Object.fromEntries(
    tasks.map((task) => [
      task.id,
      Object.fromEntries(
        tasks.flatMap((other): readonly (readonly [TaskId, Clash])[] => {
          const found = other.id === task.id ? null : clash(task, other);
          return found === null ? [] : [[other.id, found]];
        }),
      ),
    ]),
  );
