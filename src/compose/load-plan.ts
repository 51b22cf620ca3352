import { loadConfig } from '../adapters/config/load-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { listPaths } from '../adapters/git/list-paths.ts';
import { preflight } from '../adapters/git/preflight.ts';
import type { RepositoryFacts } from '../adapters/git/repository-facts.ts';
import type { Layered } from '../domain/config/layers.ts';
import type { Failure } from '../domain/failure.ts';
import { forecastSizes } from '../domain/plan/forecast-sizes.ts';
import type { PastAttempt } from '../domain/plan/past-attempt.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { unheldAgents } from './detect-agents.ts';
import { planNotes } from '../domain/plan/plan-notes.ts';
import { readmit } from '../domain/plan/readmit.ts';
import type { Around } from '../domain/plan/readmit.ts';
import { selectTasks } from '../domain/plan/select-tasks.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { machineSlots, thisMachine } from './machine-slots.ts';
import { pastAttempts } from './past-attempts.ts';
import type { PlanStart } from './plan-start.ts';
import { planUnderPolicy } from './plan-under-policy.ts';
import type { PolicyWish } from './plan-under-policy.ts';
import { setupNotes } from './trust.ts';
import { unpromotedNote } from './unpromoted.ts';

/** What a person asks to run. */
export interface PlanWish extends PolicyWish {
  /** Only these tasks and what they need; empty: all. */
  readonly tasks: readonly string[];
}

/** A plan with everything that a start needs. */
export interface StartablePlan extends PlanStart {
  readonly plan: Plan;
  readonly layered: Layered;
  readonly facts: RepositoryFacts;
  /** What attempts of earlier runs took here. */
  readonly past: readonly PastAttempt[];
  /** What a person should know before the start though nothing is wrong. */
  readonly notes: readonly string[];
}

/**
 * Loads config and plan, looks at the repository, and finds the commit to start from. Starts nothing.
 * Codes: everything that can be wrong with the files, those of `preflight`, `no-such-commit`,
 * `target-checked-out`, `no-task`.
 */
export async function loadStartablePlan(
  place: RepositoryPlace,
  wish: PlanWish,
): Promise<Result<StartablePlan, readonly Failure[]>> {
  const facts = await preflight(place);
  if (!facts.ok) return err([facts.error]);
  const config = await loadConfig(place.root);
  if (!config.ok) return config;
  const existing = await listPaths(place, facts.value.head);
  const under = { place, wish, config: config.value.config, facts: facts.value, existing };
  const resolved = await planUnderPolicy(under);
  if (!resolved.ok) return resolved;
  const { layered, start } = resolved.value;
  const around = { existing, serialBelowMs: layered.values.serialBelow };
  const past = pastAttempts(place);
  const selected = selectTasks(
    forecastSizes(resolved.value.plan, past, around),
    wish.tasks,
    around,
  );
  if (!selected.ok) return err([selected.error]);
  const { plan, note } = onThisMachine(selected.value, layered, around);
  const notes = [
    ...planNotes(plan),
    ...unheldAgents(plan),
    ...[...resolved.value.notes, note].filter((each) => each !== null),
    ...facts.value.notes.map(({ text }) => text),
    ...(await unpromotedNote(place, start.base)),
    ...(await setupNotes(place, start.base.commit)),
  ];
  return ok({ plan, layered, ...start, facts: facts.value, past, notes });
}

/** Where nobody says how many agents may be alive at once, the machine has a say. */
const onThisMachine = (
  plan: Plan,
  { origins }: Layered,
  around: Around,
): { readonly plan: Plan; readonly note: string | null } => {
  const slots = machineSlots(thisMachine());
  if (origins['limits.live'] !== undefined || slots >= plan.limits.live)
    return { plan, note: null };
  return {
    plan: readmit({ ...plan, limits: { ...plan.limits, live: slots } }, around),
    note: `this machine has room for ${slots} at once; \`limits.live\` in the plan says otherwise`,
  };
};
