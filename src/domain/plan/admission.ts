import { formatDuration } from '../config/duration.ts';
import type { TaskId } from '../ids.ts';
import { criticalPath } from './critical-path.ts';
import { ancestors } from './graph.ts';
import type { Admission, Plan } from './plan.ts';
import { totalSize, UNKNOWN_SIZE } from './size.ts';
import type { Planned } from './size.ts';

/** A plan as the decision sees it. */
export interface AdmissionInput {
  readonly tasks: readonly Planned[];
  readonly concurrency: Plan['concurrency'];
  /** Attempts that may be alive at once. */
  readonly live: number;
  /** Agent time in ms below which a plan runs serially under `auto`. */
  readonly serialBelowMs: number;
  /** Pairs that may not run at once, besides those where one needs the other. */
  readonly excluded: readonly { readonly a: TaskId; readonly b: TaskId }[];
}

/**
 * Serial or concurrent. Under `auto` concurrency has to be earned: it multiplies tokens and makes short,
 * bounded work slower, so only work that is long and falls apart runs side by side. The reason names the
 * rule with its figures, and what would change it.
 */
export function admission(input: AdmissionInput): Admission {
  const { tasks, concurrency, live, serialBelowMs } = input;
  const total = totalSize(tasks);
  if (concurrency === 'off') {
    return serial('concurrency is off; `concurrency: auto` or `on` would change that');
  }
  if (concurrency === 'on') {
    return concurrent(
      `concurrency is on; ${figures(tasks)}; \`concurrency: auto\` or \`off\` would change that`,
    );
  }
  if (tasks.length <= 1) return serial('there is one task; two or more would change that');
  if (live === 1) return serial('limits.live is 1; 2 or more would change that');
  if (nothingAtOnce(input)) {
    return serial(
      'no two tasks may run at once; disjoint `writes`, fewer locks or fewer `needs` would change that',
    );
  }
  if (total < serialBelowMs) {
    return serial(
      `${workText(tasks)} is less than serialBelow ${formatDuration(serialBelowMs)}, and short work ` +
        'gets slower and dearer side by side; `concurrency: on` or a lower serialBelow would change that',
    );
  }
  return concurrent(
    `${figures(tasks)}, at least serialBelow ${formatDuration(serialBelowMs)}; ` +
      '`concurrency: off` would change that',
  );
}

const serial = (reason: string): Admission => ({ mode: 'serial', reason });
const concurrent = (reason: string): Admission => ({ mode: 'concurrent', reason });

const nothingAtOnce = ({ tasks, excluded }: AdmissionInput): boolean => {
  const pairs = (tasks.length * (tasks.length - 1)) / 2;
  const related = [...ancestors(tasks).values()].reduce((sum, before) => sum + before.size, 0);
  return related + excluded.length >= pairs;
};

const figures = (tasks: readonly Planned[]): string => {
  const { ms, tasks: chain } = criticalPath(tasks);
  const way = chain.length > 1 ? ` (${chain.join(' → ')})` : '';
  return `${workText(tasks)}, longest chain ${formatDuration(ms)}${way}`;
};

const workText = (tasks: readonly Planned[]): string => {
  const unknown = tasks.filter(({ sizeMs }) => sizeMs === null).length;
  const guess = `${unknown} of ${tasks.length} sizes unknown, counted as ${formatDuration(UNKNOWN_SIZE)} each`;
  const text = `${formatDuration(totalSize(tasks))} of agent work`;
  return unknown === 0 ? text : `${text} (${guess})`;
};
