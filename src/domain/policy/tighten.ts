import { formatDuration, formatPercent } from '../config/duration.ts';
import type { CheckDefinition, Limits, Plan, Task } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import type { Policy, PolicyLimits } from './policy.ts';

/** A plan that clears a policy, and what had to be tightened for it, in words. */
export interface Tightened {
  readonly plan: Plan;
  readonly changes: readonly string[];
}

/**
 * The plan under a policy: only what is looser than the policy changes. `config` are the checks that the
 * policy may name. Isolation is not decided here: it takes a host that proves it.
 */
export const tighten = (
  plan: Plan,
  policy: Policy,
  config: readonly CheckDefinition[],
): Tightened => {
  const required = [
    ...policy.checks,
    ...config.filter(({ name }) => policy.requires.includes(name)),
  ];
  const tasks = plan.tasks.map((task) => withChecks(task, required));
  const limits = tightLimits(plan.limits, policy.limits);
  const review = {
    by: policy.review.byHuman ? 'human' : plan.review.by,
    limit: Math.min(plan.review.limit, policy.review.limit ?? Infinity),
  } as const;
  const tight = { ...plan, tasks, limits, review, parked: policy.park };
  return { plan: tight, changes: changesOf(plan, tight, required) };
};

/** A check of the policy's own takes the place of one of the same name: the policy says what must pass. */
const withChecks = (task: Task, required: readonly CheckDefinition[]): Task => {
  const replaced = task.checks.map(
    (check) => required.find(({ name }) => name === check.name) ?? check,
  );
  const missing = required.filter(({ name }) => !replaced.some((check) => check.name === name));
  return { ...task, checks: [...replaced, ...missing] };
};

const tightLimits = (limits: Limits, by: PolicyLimits): Limits => ({
  live: least(limits.live, by.live),
  wallMs: least(limits.wallMs, by.wallMs),
  agentMs: least(limits.agentMs, by.agentMs),
  tokens: least(limits.tokens, by.tokens),
  usd: least(limits.usd, by.usd),
  retries: least(limits.retries, by.retries),
  reserve: Math.max(limits.reserve, by.reserve ?? 0),
});

/** The lesser one; null is no limit. */
const least = <T extends number | null>(value: T, by: number | undefined): T | number =>
  by === undefined || (value !== null && value <= by) ? value : by;

const changesOf = (
  before: Plan,
  after: Plan,
  required: readonly CheckDefinition[],
): readonly string[] => {
  const added = required.filter(({ name, run }) =>
    before.tasks.some(
      ({ checks }) => !checks.some((check) => check.name === name && check.run === run),
    ),
  );
  return [
    ...(added.length === 0 ? [] : [`${added.map(({ name }) => name).join(', ')} required`]),
    ...LIMITS.flatMap(([key, name, show]) => {
      const [was, is] = [before.limits[key], after.limits[key]];
      return was === is || is === null
        ? []
        : [`${name} ${was === null ? 'none' : show(was)} → ${show(is)}`];
    }),
    ...(before.review.by === after.review.by ? [] : ['people review']),
    ...(before.review.limit === after.review.limit
      ? []
      : [`review limit ${before.review.limit} → ${after.review.limit}`]),
    ...parkedText(after.parked),
  ];
};

const LIMITS: readonly (readonly [keyof Limits, string, (value: number) => string])[] = [
  ['live', 'live', String],
  ['wallMs', 'wall', formatDuration],
  ['agentMs', 'agent time', formatDuration],
  ['tokens', 'tokens', String],
  ['usd', 'money', (usd) => `$${usd}`],
  ['retries', 'retries', String],
  ['reserve', 'reserve', formatPercent],
];

const parkedText = ({ globs }: Scope): readonly string[] =>
  globs.length === 0 ? [] : [`${globs.map(({ source }) => source).join(', ')} wait for a person`];
