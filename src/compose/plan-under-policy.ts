import { systemClock } from '../adapters/clock/system-clock.ts';
import { loadPlan } from '../adapters/config/load-plan.ts';
import type { LoadedPlan, PlanRequest } from '../adapters/config/load-plan.ts';
import { loadPolicy } from '../adapters/config/load-policy.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { RepositoryFacts } from '../adapters/git/repository-facts.ts';
import type { Config } from '../domain/config/config.ts';
import type { Layered, LayerValues } from '../domain/config/layers.ts';
import type { Failure } from '../domain/failure.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { readmit } from '../domain/plan/readmit.ts';
import { POLICY_FILE } from '../domain/policy/policy.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { tighten } from '../domain/policy/tighten.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { hostBoundary } from './boundary.ts';
import { isolatedPlan } from './isolation-here.ts';
import type { Isolated } from './isolation-here.ts';
import { planStart } from './plan-start.ts';
import type { PlanStart } from './plan-start.ts';
import { rememberedProof } from './remembered-proof.ts';

/** A plan as it is asked for. */
export interface PolicyWish extends Pick<PlanRequest, 'from' | 'cwd' | 'flags'> {
  /** Nothing is to be started: what the boundary proved lately will do. */
  readonly onlyLooks?: boolean;
}

/** What a plan is resolved in. */
export interface PlanGround {
  readonly place: RepositoryPlace;
  readonly wish: PolicyWish;
  /** Where it starts and lands, when that does not follow from the plan. */
  readonly start?: PlanStart;
  readonly config: Config;
  readonly facts: RepositoryFacts;
  readonly existing: readonly string[];
}

/** A plan for what this host proves, tightened by the policy of the tree that it starts from. */
export interface PlanUnderPolicy {
  readonly plan: Plan;
  readonly layered: Layered;
  readonly start: PlanStart;
  readonly notes: readonly string[];
}

/** Codes: those of plan, policy and isolation, and of `planStart`. */
export async function planUnderPolicy(
  ground: PlanGround,
): Promise<Result<PlanUnderPolicy, readonly Failure[]>> {
  const { place, facts, config } = ground;
  const first = await isolated(ground, ground.wish.flags);
  if (!first.ok) return first;
  const start =
    ground.start === undefined
      ? await planStart(place, first.value.loaded.plan, facts)
      : ok(ground.start);
  if (!start.ok) return err([start.error]);
  const { base } = start.value;
  const policy = await loadPolicy(place, base.commit, config.checks);
  if (!policy.ok) return policy;
  const held = await atLeast(ground, first.value, policy.value.policy);
  if (!held.ok) return held;
  const { loaded, note } = held.value;
  const { layered } = loaded;
  const { plan, changes } = tighten(loaded.plan, policy.value.policy, config.checks);
  const around = { existing: ground.existing, serialBelowMs: layered.values.serialBelow };
  const all = held.value === first.value ? changes : ['sandbox required', ...changes];
  const said = all.length === 0 ? [] : [`${POLICY_FILE} of ${base.name}: ${all.join(' · ')}`];
  return ok({
    plan: plan.limits.live === loaded.plan.limits.live ? plan : readmit(plan, around),
    layered,
    start: start.value,
    notes: [...said, ...(note === null ? [] : [note])],
  });
}

const isolated = (
  { place, wish, config, existing }: PlanGround,
  flags: LayerValues,
): Promise<Result<Isolated<LoadedPlan>, readonly Failure[]>> => {
  const { from, cwd } = wish;
  return isolatedPlan(boundaryOf(place, wish), (strongest) =>
    loadPlan({ from, cwd, flags, root: place.root, config, existing, strongest }),
  );
};

/** Where the policy asks for a boundary, whoever wrote less is overruled as by a flag; it is never lowered. */
const atLeast = (
  ground: PlanGround,
  found: Isolated<LoadedPlan>,
  { isolation }: Policy,
): Promise<Result<Isolated<LoadedPlan>, readonly Failure[]>> => {
  const low = found.loaded.plan.tasks.some((task) => task.isolation === 'worktree');
  return isolation === 'sandbox' && low
    ? isolated(ground, { ...ground.wish.flags, isolation })
    : Promise.resolve(ok(found));
};

const boundaryOf = (
  { stateDir }: RepositoryPlace,
  { onlyLooks = false }: Pick<PolicyWish, 'onlyLooks'>,
) => {
  const boundary = hostBoundary();
  const memory = { stateDir, fresh: !onlyLooks, now: () => systemClock.now() };
  return boundary === null ? null : rememberedProof(boundary, memory);
};
