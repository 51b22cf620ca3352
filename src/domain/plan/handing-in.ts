import type { TaskId } from '../ids.ts';

interface Delivering {
  readonly id: TaskId;
  readonly deliverables: readonly string[];
}

/**
 * The tasks whose work `assembler` puts together: those with deliverables; where no other task names any,
 * every other task.
 */
export const handingIn = <T extends Delivering>(
  tasks: readonly T[],
  assembler: TaskId,
): readonly T[] => {
  const others = tasks.filter(({ id }) => id !== assembler);
  const named = others.filter(({ deliverables }) => deliverables.length > 0);
  return named.length > 0 ? named : others;
};
