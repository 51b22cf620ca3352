import { existsSync } from 'node:fs';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { listPaths } from '../adapters/git/list-paths.ts';
import { heldScopes } from '../adapters/store/held-scopes.ts';
import { databaseFile } from '../adapters/store/layout.ts';
import { openReader } from '../adapters/store/reader.ts';
import type { Failure } from '../domain/failure.ts';
import type { HeldElsewhere } from '../domain/governor/holds.ts';
import type { TaskId } from '../domain/ids.ts';
import { clash, clashText } from '../domain/plan/clash.ts';
import { exclusions } from '../domain/plan/exclusions.ts';
import type { Exclusion } from '../domain/plan/exclusions.ts';
import { expectation } from '../domain/plan/expectation.ts';
import type { Expectation } from '../domain/plan/expectation.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { proposals } from '../domain/plan/proposals.ts';
import type { Proposal } from '../domain/plan/proposals.ts';
import { schedule } from '../domain/plan/schedule.ts';
import type { Schedule } from '../domain/plan/schedule.ts';
import { taskReasons } from '../domain/plan/task-reasons.ts';
import type { TaskReasons } from '../domain/plan/task-reasons.ts';
import { expectedHands } from '../domain/plan/what-if.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { limitAtStart } from '../domain/run/limit-at-start.ts';
import type { LimitView } from '../domain/run/views.ts';
import { missingAgents } from './detect-agents.ts';
import { loadStartablePlan } from './load-plan.ts';
import type { PlanWish, StartablePlan } from './load-plan.ts';
import { planForecast } from './plan-forecast.ts';
import type { PlanForecast } from './plan-forecast.ts';

/** A task that would have to wait for a task of another run, and why. */
export interface HeldTask {
  readonly task: TaskId;
  /** `<run>/<task>`. */
  readonly holder: string;
  readonly text: string;
}

/** What a run of a plan would look like. */
export interface PlanOutlook extends StartablePlan {
  readonly exclusions: readonly Exclusion[];
  /** Attempts that can be alive at once, by the decision and the limits. */
  readonly slots: number;
  readonly schedule: Schedule;
  readonly forecast: PlanForecast;
  /** What it would take by what attempts have taken here. */
  readonly expectation: Expectation;
  /** What would make it shorter or let it fit. */
  readonly proposals: readonly Proposal[];
  readonly held: readonly HeldTask[];
  /** Why each task would run when and beside whom it does, in the order of the expected starts. */
  readonly reasons: readonly TaskReasons[];
  /** The governor's word at the moment of the start. */
  readonly limitAtStart: LimitView;
  /** What keeps the plan from being started on this machine. */
  readonly missing: readonly Failure[];
}

/**
 * Loads a plan as a start would, and looks ahead. Starts nothing.
 * Codes: those of `loadStartablePlan`, and those of the store.
 */
export async function planOutlook(
  place: RepositoryPlace,
  wish: PlanWish,
): Promise<Result<PlanOutlook, readonly Failure[]>> {
  const loaded = await loadStartablePlan(place, { ...wish, onlyLooks: true });
  if (!loaded.ok) return loaded;
  const { plan, facts, past } = loaded.value;
  const existing = await listPaths(place, facts.head);
  const elsewhere = await heldByOthers(place);
  if (!elsewhere.ok) return { ok: false, error: [elsewhere.error] };
  const excluded = exclusions(plan.tasks, existing);
  const hands = expectedHands(plan.admission.mode, plan);
  const expected = schedule(plan.tasks, hands, excluded);
  const held = heldTasks(plan, elsewhere.value, existing);
  return ok({
    ...loaded.value,
    exclusions: excluded,
    slots: hands.slots,
    schedule: expected,
    forecast: planForecast(plan, expected),
    expectation: expectation({
      tasks: plan.tasks,
      past,
      hands,
      excluded,
      limits: plan.limits,
    }),
    proposals: proposals(plan, {
      serialBelowMs: loaded.value.layered.values.serialBelow,
      excluded,
      existing,
    }),
    held,
    reasons: taskReasons({
      tasks: plan.tasks,
      schedule: expected.tasks,
      excluded,
      hands,
      held,
    }),
    limitAtStart: limitAtStart(plan),
    missing: await missingAgents(plan),
  });
}

async function heldByOthers(
  place: RepositoryPlace,
): Promise<Result<readonly HeldElsewhere[], Failure>> {
  if (!existsSync(databaseFile(place.stateDir))) return ok([]);
  // It judges the file first: what is not ours is a failure to tell, not one of the query.
  const reader = openReader(place.stateDir);
  if (!reader.ok) return reader;
  reader.value?.close();
  const held = heldScopes(place.stateDir);
  try {
    return ok(await held.elsewhere(''));
  } finally {
    held.close();
  }
}

const heldTasks = (
  plan: Plan,
  elsewhere: readonly HeldElsewhere[],
  existing: readonly string[],
): readonly HeldTask[] =>
  plan.tasks.flatMap((task) => {
    for (const other of elsewhere) {
      // By its label: a task of this plan may have the same id.
      const found = clash(task, { ...other, id: other.label }, existing);
      if (found !== null) {
        const text = clashText(found, other.label);
        return [{ task: task.id, holder: other.label, text }];
      }
    }
    return [];
  });
