import { didYouMean } from '../config/nearest.ts';
import { failure } from '../failure.ts';
import type { Failure } from '../failure.ts';
import type { TaskId } from '../ids.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { admission } from './admission.ts';
import { exclusions } from './exclusions.ts';
import { ancestors } from './graph.ts';
import type { Plan } from './plan.ts';

/**
 * The plan with only the tasks that are named and what they need, directly or through others; serial or
 * concurrent is decided anew; without its assembler the whole is the integrator's. Names may be unique prefixes. Without names the plan itself.
 * Codes: `no-task`, `ambiguous-id`.
 */
export function selectTasks(
  plan: Plan,
  names: readonly TaskId[],
  around: { readonly existing: readonly string[]; readonly serialBelowMs: number },
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
  const { concurrency, limits } = plan;
  const { existing, serialBelowMs } = around;
  const decided = admission({
    tasks,
    concurrency,
    live: limits.live,
    serialBelowMs,
    excluded: exclusions(tasks, existing),
  });
  const assemble = plan.assemble !== null && wanted.has(plan.assemble) ? plan.assemble : null;
  return ok({ ...plan, tasks, assemble, admission: decided });
}

const byPrefix = (name: string, all: readonly TaskId[]): readonly TaskId[] =>
  all.includes(name) ? [name] : all.filter((id) => name !== '' && id.startsWith(name));
