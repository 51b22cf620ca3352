import { didYouMean } from '../config/nearest.ts';
import { failure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import type { TaskId } from '../ids.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { ancestors } from './graph.ts';
import type { Plan } from './plan.ts';
import { readmit } from './readmit.ts';
import type { Around } from './readmit.ts';

/**
 * The plan with only the tasks that are named and what they need, directly or through others; serial or
 * concurrent is decided anew; without its assembler the whole is the integrator's. Names may be unique prefixes. Without names the plan itself.
 * Codes: `no-task`, `ambiguous-id`.
 */
export function selectTasks(
  plan: Plan,
  names: readonly TaskId[],
  around: Around,
): Result<Plan, Failure> {
  if (names.length === 0) return ok(plan);
  const all = plan.tasks.map(({ id }) => id);
  const meant = names.map((name) => ({ name, ids: byPrefix(name, all) }));
  const several = meant.find(({ ids }) => ids.length > 1);
  if (several !== undefined) {
    const { name, ids } = several;
    return err(
      failure('ambiguous-id', `"${name}" could be ${ids.join(', ')}`, { hint: 'type more of it' }),
    );
  }
  const unknown = meant.find(({ ids }) => ids.length === 0)?.name;
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, all, `its tasks: ${all.join(', ')}`);
    return err(failure('no-task', `the plan has no task "${unknown}"`, { hint }));
  }
  const needed = ancestors(plan.tasks);
  const wanted = new Set(
    meant.flatMap(({ ids }) => ids.flatMap((id) => [id, ...(needed.get(id) ?? [])])),
  );
  const tasks = plan.tasks.filter(({ id }) => wanted.has(id));
  const assemble = plan.assemble !== null && wanted.has(plan.assemble) ? plan.assemble : null;
  return ok(readmit({ ...plan, tasks, assemble }, around));
}

const byPrefix = (name: string, all: readonly TaskId[]): readonly TaskId[] =>
  all.includes(name) ? [name] : all.filter((id) => name !== '' && id.startsWith(name));
