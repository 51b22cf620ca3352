import { loadConfig } from '../../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { preflight } from '../../adapters/git/preflight.ts';
import type { LayerValues } from '../../domain/config/layers.ts';
import type { Failure } from '../../domain/failure.ts';
import type { TaskId } from '../../domain/ids.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { PlanStart } from '../plan-start.ts';
import { planUnderPolicy } from '../plan-under-policy.ts';
import type { KnownRun } from './known-work.ts';

/** What a plan for collected work is made from. */
export interface CollectPlanWish {
  readonly names: readonly TaskId[];
  readonly cwd: string;
  readonly flags: LayerValues;
  /** The run that it goes into; null: one of its own. */
  readonly into: KnownRun | null;
}

/** A plan with a task for each piece of work, and the target that it is to land on. */
export interface CollectPlan {
  readonly plan: Plan;
  readonly start: PlanStart;
  readonly notes: readonly string[];
}

/**
 * What the config (or the defaults) say of checks, review and isolation, for tasks that nobody has planned. Codes:
 * everything that can be wrong with the config, those of `preflight` and `planUnderPolicy`.
 */
export async function collectPlan(
  place: RepositoryPlace,
  { names, cwd, flags, into }: CollectPlanWish,
): Promise<Result<CollectPlan, readonly Failure[]>> {
  const facts = await preflight(place);
  if (!facts.ok) return err([facts.error]);
  const config = await loadConfig(place.root);
  if (!config.ok) return config;
  const tasks = Object.fromEntries(names.map((name) => [name, { prompt: name }]));
  const from = { written: { goal: GOAL, tasks } };
  const resolved = await planUnderPolicy({
    place,
    wish: { from, cwd, flags },
    config: config.value.config,
    facts: facts.value,
    existing: [],
    ...(into === null ? {} : { start: startIn(into) }),
  });
  if (!resolved.ok) return resolved;
  const { start, notes } = resolved.value;
  const plan = { ...resolved.value.plan, admission: ADMISSION };
  return ok({ plan, start, notes: [...notesOf(plan), ...notes] });
}

const startIn = ({ view }: KnownRun): PlanStart => {
  const { target, targetRef } = view;
  return { targetRef, base: { commit: target, name: targetRef.replace(/^refs\/heads\//u, '') } };
};

const ADMISSION: Plan['admission'] = {
  mode: 'serial',
  reason:
    'what was collected has no agents of fanin; those that fanin retry gives it run one at a time',
};

const GOAL = 'Work that was taken in by fanin collect';

const notesOf = ({ tasks }: Plan): readonly string[] =>
  tasks.every(({ checks }) => checks.length === 0)
    ? [
        'no checks are configured, so what is taken in stays unverified and a person decides; fanin init proposes some',
      ]
    : [];
