import { didYouMean } from '../config/nearest.ts';
import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import type { TaskId } from '../ids.ts';
import { findCycles } from './graph.ts';
import type { WrittenTask } from './written-plan.ts';

/** Needs that cannot be met: codes `missing-need`, `self-need`, `need-twice`, `need-cycle`. */
export function needProblems(tasks: Readonly<Record<TaskId, WrittenTask>>): readonly Problem[] {
  const ids = Object.keys(tasks);
  const known = new Set(ids);
  const problems: Problem[] = [];
  for (const [id, { needs = [] }] of Object.entries(tasks)) {
    for (const [index, need] of needs.entries()) {
      const path = ['tasks', id, 'needs', index];
      if (need === id) {
        problems.push(problem('self-need', path, `${id} cannot need itself`));
      } else if (!known.has(need)) {
        const hint = didYouMean(
          need,
          ids.filter((other) => other !== id),
          taskList(ids, id),
        );
        problems.push(
          problem('missing-need', path, `there is no task ${JSON.stringify(need)}`, { hint }),
        );
      } else if (needs.indexOf(need) !== index) {
        problems.push(problem('need-twice', path, `${need} is named twice`));
      }
    }
  }
  return [...problems, ...cycleProblems(tasks)];
}

const cycleProblems = (tasks: Readonly<Record<TaskId, WrittenTask>>): readonly Problem[] => {
  const nodes = Object.entries(tasks).map(([id, { needs = [] }]) => ({
    id,
    // What needs itself has its own message.
    needs: needs.filter((need) => need !== id),
  }));
  return findCycles(nodes).map((cycle) => {
    const [first = '', second = ''] = cycle;
    const index = tasks[first]?.needs?.indexOf(second) ?? 0;
    const message = `these tasks wait for each other: ${cycle.join(' → ')}`;
    return problem('need-cycle', ['tasks', first, 'needs', index], message, {
      hint: 'each needs the next; remove one of these needs',
    });
  });
};

const taskList = (ids: readonly string[], self: string): string => {
  const others = ids.filter((id) => id !== self);
  if (others.length === 0) return 'the plan has no other task';
  const more = others.length > 6 ? `, and ${others.length - 6} more` : '';
  return `the plan has ${others.slice(0, 6).join(', ')}${more}`;
};
