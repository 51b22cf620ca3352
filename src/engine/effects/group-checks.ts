import { canonicalJson } from '../../domain/canonical-json.ts';
import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { CheckDefinition, Task } from '../../domain/plan/plan.ts';

/**
 * What must be run on the tree of a group: the checks of all its members, each once. A check is run in
 * the environment of its task, and at the strongest level that one of those who want it is at.
 */
export const groupChecks = (members: readonly Task[]): readonly Task[] => {
  const strongest = members.toSorted(
    (a, b) => Number(hasBoundary(b.isolation)) - Number(hasBoundary(a.isolation)),
  );
  const seen = new Set<string>();
  return strongest.flatMap((task) => {
    const checks = task.checks.filter((check) => {
      const key = keyOf(task, check);
      const fresh = !seen.has(key);
      seen.add(key);
      return fresh;
    });
    return checks.length === 0 ? [] : [{ ...task, checks }];
  });
};

/** The same command may have two names. */
const keyOf = ({ env }: Task, { run, timeoutMs }: CheckDefinition): string =>
  canonicalJson([run, timeoutMs, env]);
