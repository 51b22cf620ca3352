import type { Task } from '../plan/plan.ts';
import { section } from './section.ts';

/** What is run on the work; null: nothing is. */
export const checksSection = (task: Task): string | null =>
  task.checks.length === 0
    ? null
    : section('Checks', [
        'These are run on what you leave behind, in a clean work copy; what you say about them is compared with what they say:',
        ...task.checks.map(({ name, run }) => `${name}: \`${run}\``),
      ]);
