import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import type { TaskId } from '../ids.ts';
import { isValidPath } from './glob-path.ts';
import { parseScope, scopeCovers } from './scope.ts';
import type { WrittenTask } from './written-plan.ts';

/**
 * Deliverables that a task cannot leave behind: codes `bad-deliverable`, `deliverable-outside-scope`,
 * `deliverable-owned-twice`.
 */
export function deliverableProblems(
  tasks: Readonly<Record<TaskId, WrittenTask>>,
): readonly Problem[] {
  const owners = new Map<string, TaskId>();
  const problems: Problem[] = [];
  for (const [id, task] of Object.entries(tasks)) {
    for (const [index, deliverable] of (task.deliverables ?? []).entries()) {
      const found = problemOf(id, task, deliverable, owners);
      owners.set(deliverable, owners.get(deliverable) ?? id);
      if (found !== null) {
        const { code, message, hint } = found;
        const path = ['tasks', id, 'deliverables', index];
        problems.push(problem(code, path, message, hint === undefined ? {} : { hint }));
      }
    }
  }
  return problems;
}

const problemOf = (
  id: TaskId,
  task: WrittenTask,
  deliverable: string,
  owners: ReadonlyMap<string, TaskId>,
): { readonly code: string; readonly message: string; readonly hint?: string } | null => {
  const name = JSON.stringify(deliverable);
  const owner = owners.get(deliverable);
  if (!isValidPath(deliverable)) {
    return {
      code: 'bad-deliverable',
      message: `${name} is no path of a file in the repository`,
      hint: 'write it from the repository root, such as src/main.c, without `./`, `..` or globs',
    };
  }
  if (owner === id) {
    return { code: 'deliverable-owned-twice', message: `${name} is named twice` };
  }
  if (owner !== undefined) {
    return {
      code: 'deliverable-owned-twice',
      message: `${name} is a deliverable of ${owner} already`,
      hint: 'one task owns a deliverable; remove it from the other',
    };
  }
  // Nothing is known about an undeclared scope, and a bad one has its own problem.
  const scope =
    task.writes === undefined || task.writes.length === 0 ? null : parseScope(task.writes);
  if (scope === null || !scope.ok || scopeCovers(scope.value, deliverable)) return null;
  return {
    code: 'deliverable-outside-scope',
    message: `${name} lies outside what ${id} may write`,
    hint: `add it to \`writes\`, which has ${(task.writes ?? []).join(', ')}`,
  };
};
