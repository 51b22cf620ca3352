import { NO_RESOLVERS } from '../resolve/rules.ts';
import { NO_GRANTS } from '../plan/grants.ts';
import { defaultLayer, overlay } from '../config/layers.ts';
import { problemText } from '../config/problem.ts';
import type { Price } from '../cost/price.ts';
import type { Config } from '../config/config.ts';
import type { Plan } from '../plan/plan.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import type { WrittenTask } from '../plan/written-plan.ts';
import { CENTRAL_FILE } from './draw.ts';
import type { Unit } from './draw.ts';
import type { ModelPlan } from './scenario.ts';

/** The name of the adapter of every modelled agent. */
export const MODELLED = 'modelled';

/** The plan that a person would have written for these units, resolved as any other. What is wrong with it is a bug of the model. */
export const resolveModelPlan = (
  plan: ModelPlan,
  units: readonly Unit[],
  usdPerMillion: number | null,
): Plan => {
  const tasks = Object.fromEntries(units.map((unit) => [unit.id, written(unit)]));
  const resolved = resolvePlan(
    { goal: 'A simulated piece of work', tasks },
    configOf(plan, usdPerMillion),
    {
      flags: {},
      promptFiles: new Map(),
      existing: [],
      strongest: 'worktree',
    },
  );
  if (resolved.ok) return resolved.value.plan;
  throw new Error(
    `Internal error: the model's plan is wrong: ${resolved.error.map(problemText).join('; ')}`,
  );
};

const written = ({ id, needs, sizeMs, central }: Unit): WrittenTask => ({
  prompt: `Write ${id}.`,
  needs,
  writes: [`${id}/**`, ...(central ? [CENTRAL_FILE] : [])],
  ...(sizeMs === null ? {} : { size: Math.max(1, Math.round(sizeMs)) }),
});

const configOf = (plan: ModelPlan, usdPerMillion: number | null): Config => ({
  layered: overlay(defaultLayer(), 'config', {
    concurrency: plan.concurrency,
    serialBelow: plan.serialBelowMs,
    grace: plan.graceMs,
    'limits.live': plan.live,
    'limits.wall': plan.wallMs ?? undefined,
    'limits.reserve': plan.reserve,
    'limits.tokens': plan.tokens ?? undefined,
    'limits.usd': plan.usd ?? undefined,
    'review.by': plan.review.by,
    'review.limit': plan.review.limit,
    'defaults.agent': MODELLED,
    'defaults.deadline': plan.deadlineMs,
  }),
  setup: null,
  checks: [{ name: 'tests', run: 'run the tests', timeoutMs: CHECK_TIMEOUT_MS }],
  agents: [{ name: MODELLED, use: MODELLED, args: [], env: {} }],
  prices: usdPerMillion === null ? [] : [priceOf(usdPerMillion)],
  grants: NO_GRANTS,
  env: {},
  workspacesRoot: null,
  bring: [],
  resolve: NO_RESOLVERS,
  copyLimit: 0,
  landing: { sign: false, hooks: false, push: null },
  diskLimit: 0,
});

/** Tokens of a model cost the same, whatever their kind. */
const priceOf = (usd: number): Price => ({
  model: MODELLED,
  input: usd,
  output: usd,
  cacheRead: usd,
  cacheWrite: usd,
});

const CHECK_TIMEOUT_MS = 3_600_000;
