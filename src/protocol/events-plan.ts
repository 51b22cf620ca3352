import { z } from 'zod';
import type { Price } from '../domain/cost/price.ts';
import type { Delegation } from '../domain/plan/delegation.ts';
import type { AgentSpec, CheckDefinition, Plan, Task } from '../domain/plan/plan.ts';
import type { Grants } from '../domain/plan/grants.ts';
import { parseScope } from '../domain/plan/scope.ts';
import type { Scope } from '../domain/plan/scope.ts';
import { RESOLVERS } from '../domain/resolve/rules.ts';
import type { ResolveRules } from '../domain/resolve/rules.ts';
import { yields } from './events-same.ts';

/** A plan as it lies in the log: a scope is the list of its patterns. */
export type StoredPlan = z.input<typeof planSchema>;

/** The plan with every scope as its patterns. */
export function storedPlan({ resolve, ...plan }: Plan): StoredPlan {
  return {
    ...plan,
    tasks: plan.tasks.map(storedTask),
    parked: plan.parked.globs.map(({ source }) => source),
    grants: storedGrants(plan.grants),
    prices: plan.prices.map(({ tiers, ...price }) =>
      tiers === undefined ? price : { ...price, tiers: [...tiers] },
    ),
    ...(resolve === undefined ? {} : { resolve: storedRules(resolve) }),
  };
}

const storedGrants = ({ network, read, write, env }: Grants): StoredPlan['grants'] => ({
  network: network === 'all' ? network : [...network],
  read: [...read],
  write: [...write],
  env: [...env],
});

const storedRules = ({ resolvers, generated }: ResolveRules): z.input<typeof resolveSchema> => ({
  resolvers: [...resolvers],
  generated: generated.map((rule) => ({ ...rule, paths: [...rule.paths] })),
});

const scopeSchema = yields<Scope>()(
  z.array(z.string()).transform((patterns, context) => {
    const scope = parseScope(patterns);
    if (scope.ok) return scope.value;
    for (const { pattern, index, error } of scope.error) {
      context.issues.push({
        code: 'custom',
        input: pattern,
        path: [index],
        message: `\`${pattern}\`: ${error.message}`,
      });
    }
    return z.NEVER;
  }),
);

const checkSchema = yields<CheckDefinition>()(
  z.object({ name: z.string(), run: z.string(), timeoutMs: z.number() }),
);

/** The schema of an agent. */
export const agentSchema = yields<AgentSpec>()(
  z.object({
    name: z.string(),
    use: z.string(),
    run: z.string().exactOptional(),
    script: z.string().exactOptional(),
    model: z.string().exactOptional(),
    effort: z.string().exactOptional(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()),
  }),
);

const delegationSchema = yields<Delegation>()(
  z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('off') }),
    z.object({ mode: z.literal('capped'), n: z.number() }),
    z.object({ mode: z.literal('native') }),
  ]),
);

const rates = {
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().nullable(),
  cacheWrite: z.number().nullable(),
  cacheWrite1h: z.number().nullable().exactOptional(),
};

const priceSchema = yields<Price>()(
  z.object({
    model: z.string(),
    ...rates,
    tiers: z.array(z.object({ ...rates, aboveInputTokens: z.number() })).exactOptional(),
  }),
);

/** The schema of a task. */
export const taskSchema = yields<Task>()(
  z.object({
    id: z.string(),
    prompt: z.string(),
    agent: agentSchema,
    needs: z.array(z.string()),
    writes: scopeSchema.nullable(),
    deliverables: z.array(z.string()),
    locks: z.array(z.string()),
    touches: z.array(z.string()),
    sizeMs: z.number().nullable(),
    sizeFrom: z.enum(['plan', 'history']).nullable(),
    deadlineMs: z.number(),
    ownDeadline: z.boolean(),
    checks: z.array(checkSchema),
    env: z.record(z.string(), z.string()),
    isolation: z.enum(['worktree', 'sandbox']),
    delegation: delegationSchema,
  }),
);

const resolveSchema = yields<ResolveRules>()(
  z.object({
    resolvers: z.array(z.enum(RESOLVERS)),
    generated: z.array(
      z.object({ paths: z.array(z.string()), run: z.string(), timeoutMs: z.number() }),
    ),
  }),
);

/** Reads a stored plan; patterns that are no globs (any more) are issues. */
export const planSchema = yields<Plan>()(
  z.object({
    goal: z.string(),
    tasks: z.array(taskSchema),
    limits: z.object({
      wallMs: z.number().nullable(),
      agentMs: z.number().nullable(),
      live: z.number(),
      tokens: z.number().nullable(),
      usd: z.number().nullable(),
      reserve: z.number(),
      retries: z.number(),
    }),
    review: z.object({ by: z.enum(['human', 'checks']), limit: z.number() }),
    queue: z.object({
      mode: z.enum(['tip-green', 'every-commit-green']),
      slots: z.union([z.literal('auto'), z.number()]),
      squash: z.boolean(),
    }),
    assemble: z.string().nullable(),
    conflicts: z.enum(['warn', 'hold-later', 'stop-later']).exactOptional(),
    duplicates: z.enum(['tell', 'off']).exactOptional(),
    concurrency: z.enum(['auto', 'on', 'off']),
    admission: z.object({ mode: z.enum(['serial', 'concurrent']), reason: z.string() }),
    setup: checkSchema.nullable(),
    target: z.string().nullable(),
    base: z.string().nullable(),
    graceMs: z.number(),
    questionMs: z.number(),
    parked: scopeSchema,
    grants: z.object({
      network: z.union([
        z.literal('all'),
        z.array(z.object({ host: z.string(), port: z.number().nullable() })),
      ]),
      read: z.array(z.string()),
      write: z.array(z.string()),
      env: z.array(z.string()),
    }),
    prices: z.array(priceSchema),
    resolve: resolveSchema.exactOptional(),
  }),
);

/** The task with its scope as its patterns. */
export function storedTask(task: Task): z.input<typeof taskSchema> {
  return {
    ...task,
    agent: { ...task.agent, args: [...task.agent.args] },
    needs: [...task.needs],
    writes: task.writes === null ? null : task.writes.globs.map((glob) => glob.source),
    deliverables: [...task.deliverables],
    locks: [...task.locks],
    touches: [...task.touches],
    checks: [...task.checks],
  };
}
