import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import type { TaskId } from '../ids.ts';
import { isValidPath } from './glob-path.ts';
import { parseScope, scopeCovers } from './scope.ts';
import type { WrittenTask } from './written-plan.ts';
import { writtenLine } from './written-line.ts';

/**
 * Deliverables that a task cannot leave behind, or not alone: codes `bad-deliverable`,
 * `deliverable-outside-scope`, `deliverable-owned-twice`.
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

interface Found {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

const problemOf = (
  id: TaskId,
  task: WrittenTask,
  deliverable: string,
  owners: ReadonlyMap<string, TaskId>,
): Found | null => {
  const name = JSON.stringify(deliverable);
  if (!isValidPath(deliverable)) {
    return {
      code: 'bad-deliverable',
      message: `${name} is no path of a file in the repository`,
      hint: 'write it from the repository root, such as src/main.c, without `./`, `..` or globs',
    };
  }
  if (owners.get(deliverable) === id) {
    return { code: 'deliverable-owned-twice', message: `${name} is named twice` };
  }
  const twice = ownedTwice(id, deliverable, owners);
  if (twice !== null) return twice;
  // Nothing is known about an undeclared scope, and a bad one has its own problem.
  const scope =
    task.writes === undefined || task.writes.length === 0 ? null : parseScope(task.writes);
  if (scope === null || !scope.ok || scopeCovers(scope.value, deliverable)) return null;
  return {
    code: 'deliverable-outside-scope',
    message: `${name} lies outside what ${id} may write, so nobody owns it`,
    hint: `write \`${writtenLine('writes', [...(task.writes ?? []), deliverable])}\` in ${id}, or give it to another task`,
  };
};

/** Whether another task owns the deliverable itself, something below it, or a folder around it. */
const ownedTwice = (
  id: TaskId,
  deliverable: string,
  owners: ReadonlyMap<string, TaskId>,
): Found | null => {
  const meets = (other: string): boolean =>
    other === deliverable ||
    other.startsWith(`${deliverable}/`) ||
    deliverable.startsWith(`${other}/`);
  const [first] = [...owners].filter(([other, owner]) => owner !== id && meets(other));
  if (first === undefined) return null;
  const [other, owner] = first;
  const what =
    other === deliverable
      ? `is a deliverable of ${owner} already`
      : `and ${JSON.stringify(other)}, a deliverable of ${owner}, lie one in the other`;
  return {
    code: 'deliverable-owned-twice',
    message: `${JSON.stringify(deliverable)} ${what}`,
    hint: `one task owns a deliverable: take it out of the \`deliverables\` of ${id} or of ${owner}`,
  };
};
