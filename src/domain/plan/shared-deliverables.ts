import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import type { TaskId } from '../ids.ts';
import { isValidPath } from './glob-path.ts';
import { ancestors } from './graph.ts';
import { intersectScopes } from './scope-intersect.ts';
import { parseScope } from './scope.ts';
import type { Scope } from './scope.ts';
import type { WrittenPlan, WrittenTask } from './written-plan.ts';
import { writtenLine } from './written-line.ts';

type Tasks = WrittenPlan['tasks'];

/**
 * Deliverables that a task may write which does not own them, in no known order with the one that does:
 * what lies there in the end would be chance. Code `deliverable-shared`, at the pattern that covers it.
 * Undeclared scopes are left to the plan's notes; what is wrong with a deliverable or a pattern itself, to others.
 */
export function sharedDeliverables(tasks: Tasks): readonly Problem[] {
  const entries = Object.entries(tasks);
  const ordered = orderedPairs(tasks);
  const scopes = entries.map(([id, task]) => ({ id, task, scope: scopeOf(task) }));
  return entries.flatMap(([owner, { deliverables = [] }]) =>
    [...new Set(deliverables)].flatMap((path) => {
      const own = isValidPath(path) ? parseScope([literal(path)]) : null;
      if (own === null || !own.ok) return [];
      return scopes.flatMap(({ id, task, scope }) => {
        if (id === owner || scope === null || ordered(id, owner)) return [];
        // What both call theirs is told as owned twice.
        if (task.deliverables?.includes(path) === true) return [];
        const shared = intersectScopes(scope, own.value);
        if (shared === null) return [];
        return [sharedProblem({ owner, path, other: id, pattern: shared.a }, tasks)];
      });
    }),
  );
}

const sharedProblem = (
  found: {
    readonly owner: TaskId;
    readonly path: string;
    readonly other: TaskId;
    readonly pattern: string;
  },
  tasks: Tasks,
): Problem => {
  const { owner, path, other, pattern } = found;
  const index = tasks[other]?.writes?.indexOf(pattern) ?? 0;
  const needs = writtenLine('needs', [...(tasks[owner]?.needs ?? []), other]);
  return problem(
    'deliverable-shared',
    ['tasks', other, 'writes', index],
    `${JSON.stringify(pattern)} covers ${JSON.stringify(path)}, which ${owner} is to leave behind, and neither waits for the other`,
    {
      hint: `write \`${needs}\` in ${owner}, so that its owner has the last word; or narrow the \`writes\` of ${other}`,
    },
  );
};

/** Whether one of the two waits for the other; also true where a cycle, which has its own problem, hides the order. */
const orderedPairs = (tasks: Tasks): ((a: TaskId, b: TaskId) => boolean) => {
  const graph = Object.entries(tasks).map(([id, { needs = [] }]) => ({ id, needs }));
  const before = ancestors(graph);
  return (a, b) => {
    const beforeA = before.get(a);
    const beforeB = before.get(b);
    if (beforeA === undefined || beforeB === undefined) return true;
    return beforeA.has(b) || beforeB.has(a);
  };
};

const scopeOf = ({ writes }: WrittenTask): Scope | null => {
  const scope = writes === undefined || writes.length === 0 ? null : parseScope(writes);
  return scope !== null && scope.ok ? scope.value : null;
};

/** The path as a pattern that covers it, and all below it should it be a folder. */
const literal = (path: string): string => path.replaceAll(/[\\*?[\]{},!~]/gu, String.raw`\$&`);
