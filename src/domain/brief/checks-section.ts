import type { Task } from '../plan/plan.ts';
import { section } from './section.ts';

const TO_AGENTS =
  'These are run on what you leave behind, in a clean work copy; what you say about them is compared with what they say:';

/** What is run on the work, below the words that lead to it; null: nothing is. */
export const checksSection = (task: Task, lead = TO_AGENTS): string | null =>
  task.checks.length === 0
    ? null
    : section('Checks', [lead, ...task.checks.map(({ name, run }) => `${name}: \`${run}\``)]);
