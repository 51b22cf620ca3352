import { loadConfig } from '../../adapters/config/load-config.ts';
import { loadPlan } from '../../adapters/config/load-plan.ts';
import { discoverRepository } from '../../adapters/git/discover.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { NO_INTENT, type Intent } from '../../domain/trace/intent.ts';

/** What a person says that sessions were to do. */
export interface IntentWish {
  readonly cwd: string;
  /** A plan's file; null: there is none. */
  readonly plan: string | null;
  /** In ms; null: not said, or as the plan says. */
  readonly wallMs: number | null;
  /** Beside those of the plan. */
  readonly deliverables: readonly string[];
  readonly scopes: readonly { readonly agent: string; readonly glob: string }[];
}

/** Puts together what flags and a plan say. Codes: those of config and plan. */
export async function intentOf(wish: IntentWish): Promise<Result<Intent, readonly Failure[]>> {
  const { cwd, plan, wallMs } = wish;
  const planned = plan === null ? ok(NO_INTENT) : await plannedIntent(cwd, plan);
  if (!planned.ok) return planned;
  const said = planned.value;
  const deliverables = [...(said.deliverables ?? []), ...wish.deliverables];
  const scopes = new Map(said.scopes);
  for (const [agent, given] of Map.groupBy(wish.scopes, (each) => each.agent))
    scopes.set(
      agent,
      given.map(({ glob }) => glob),
    );
  return ok({
    wallMs: wallMs ?? said.wallMs,
    deliverables: deliverables.length === 0 ? null : deliverables,
    units: said.units,
    scopes,
  });
}

async function plannedIntent(
  cwd: string,
  file: string,
): Promise<Result<Intent, readonly Failure[]>> {
  const repository = discoverRepository(cwd);
  const root = repository.ok ? repository.value.root : cwd;
  const config = await loadConfig(root);
  if (!config.ok) return config;
  const loaded = await loadPlan({
    from: { file },
    cwd,
    root,
    config: config.value.config,
    flags: {},
    existing: [],
    // Nothing is started: which level this host proves is no matter.
    strongest: 'sandbox',
  });
  return loaded.ok ? ok(planIntent(loaded.value.plan)) : loaded;
}

function planIntent({ tasks, limits }: Plan): Intent {
  const globs = new Map(
    tasks.map(({ id, writes }) => [id, writes?.globs.map(({ source }) => source) ?? null]),
  );
  return {
    wallMs: limits.wallMs,
    deliverables: tasks.flatMap((task) => task.deliverables),
    units: tasks.map(({ id, needs, deliverables }) => ({
      id,
      needs,
      paths: globs.get(id) ?? deliverables,
      deliverables,
    })),
    scopes: new Map([...globs].flatMap(([id, paths]) => (paths === null ? [] : [[id, paths]]))),
  };
}
