import { systemClock } from '../adapters/clock/system-clock.ts';
import { loadConfig } from '../adapters/config/load-config.ts';
import { loadPlan } from '../adapters/config/load-plan.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { listPaths } from '../adapters/git/list-paths.ts';
import { preflight } from '../adapters/git/preflight.ts';
import type { RepositoryFacts } from '../adapters/git/repository-facts.ts';
import { resolveCommit } from '../adapters/git/refs.ts';
import { checkedOutAt } from '../adapters/git/worktree-list.ts';
import type { Layered, LayerValues } from '../domain/config/layers.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { forecastSizes } from '../domain/plan/forecast-sizes.ts';
import type { PastAttempt } from '../domain/plan/past-attempt.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { hostBoundary } from './boundary.ts';
import { rememberedProof } from './remembered-proof.ts';
import { isolatedPlan } from './isolation-here.ts';
import { unheldAgents } from './detect-agents.ts';
import { planNotes } from '../domain/plan/plan-notes.ts';
import { selectTasks } from '../domain/plan/select-tasks.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { machineSlots, thisMachine } from './machine-slots.ts';
import { pastAttempts } from './past-attempts.ts';
import { setupNotes } from './trust.ts';
import { unpromotedNote } from './unpromoted.ts';

/** What a person asks to run. */
export interface PlanWish {
  /** A plan file, absolute or seen from `cwd`; or prompts. */
  readonly from: { readonly file: string } | { readonly prompts: readonly string[] };
  readonly cwd: string;
  readonly flags: LayerValues;
  /** Only these tasks and what they need; empty: all. */
  readonly tasks: readonly string[];
  /** Nothing is to be started: what the boundary proved lately will do. */
  readonly onlyLooks?: boolean;
}

/** A plan with everything that a start needs. */
export interface StartablePlan {
  readonly plan: Plan;
  readonly layered: Layered;
  /** The commit agents start from, and what people call it. */
  readonly base: { readonly commit: string; readonly name: string };
  /** Full name of the ref to land on; null: one of the run's own. */
  readonly targetRef: string | null;
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
  const { from, cwd, flags } = wish;
  const { root } = place;
  const isolated = await isolatedPlan(boundaryOf(place, wish), (strongest) =>
    loadPlan({ from, cwd, flags, root, config: config.value.config, existing, strongest }),
  );
  if (!isolated.ok) return isolated;
  const { loaded, note: isolation } = isolated.value;
  const { layered } = loaded;
  const around = { existing, serialBelowMs: layered.values.serialBelow };
  const past = pastAttempts(place);
  const selected = selectTasks(forecastSizes(loaded.plan, past, around), wish.tasks, around);
  if (!selected.ok) return err([selected.error]);
  const { plan, note } = onThisMachine(selected.value, layered);
  const start = await startOf(place, plan, facts.value);
  if (!start.ok) return err([start.error]);
  const notes = [
    ...planNotes(plan),
    ...unheldAgents(plan),
    ...[isolation, note].filter((each) => each !== null),
    ...facts.value.notes.map(({ text }) => text),
    ...(await unpromotedNote(place, start.value.base)),
    ...(await setupNotes(place, start.value.base.commit)),
  ];
  return ok({ plan, layered, ...start.value, facts: facts.value, past, notes });
}

/** What this host holds agents and checks with; null: nothing. */
export const boundaryOf = (
  { stateDir }: RepositoryPlace,
  { onlyLooks = false }: Pick<PlanWish, 'onlyLooks'>,
) => {
  const boundary = hostBoundary();
  const memory = { stateDir, fresh: !onlyLooks, now: () => systemClock.now() };
  return boundary === null ? null : rememberedProof(boundary, memory);
};

/** Where nobody says how many agents may be alive at once, the machine has a say. */
const onThisMachine = (
  plan: Plan,
  { origins }: Layered,
): { readonly plan: Plan; readonly note: string | null } => {
  const slots = machineSlots(thisMachine());
  if (origins['limits.live'] !== undefined || slots >= plan.limits.live)
    return { plan, note: null };
  return {
    plan: { ...plan, limits: { ...plan.limits, live: slots } },
    note: `this machine has room for ${slots} at once; \`limits.live\` in the plan says otherwise`,
  };
};

/** Where a run starts from. */
export type Start = Pick<StartablePlan, 'base' | 'targetRef'>;

/** A target that is there already is what a run starts from, whatever base is written. */
export async function startOf(
  place: RepositoryPlace,
  plan: Plan,
  facts: RepositoryFacts,
): Promise<Result<Start, Failure>> {
  const targetRef = plan.target === null ? null : fullRef(plan.target);
  if (targetRef !== null) {
    const there = await checkedOutAt(place, targetRef);
    if (!there.ok) return there;
    if (there.value !== null) return err(checkedOut(targetRef, there.value.path));
    const commit = await resolveCommit(place, targetRef);
    if (commit !== null) return ok({ targetRef, base: { commit, name: shortRef(targetRef) } });
  }
  const name = plan.base ?? facts.branch ?? 'HEAD';
  const commit = plan.base === null ? facts.head : await resolveCommit(place, plan.base);
  if (commit === null) {
    return err(
      failure('no-such-commit', `base: there is no commit "${name}"`, {
        hint: 'name a branch, a tag or a commit of this repository',
      }),
    );
  }
  return ok({ targetRef, base: { commit, name } });
}

const fullRef = (name: string): string => (name.startsWith('refs/') ? name : `refs/heads/${name}`);

const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//u, '');

const checkedOut = (ref: string, path: string): Failure =>
  failure(
    'target-checked-out',
    `the target ${shortRef(ref)} is checked out at ${path}, and landings would move it under your feet`,
    {
      hint: 'leave `target` out: the run gets one of its own, and fanin promote takes it into your branch',
    },
  );
