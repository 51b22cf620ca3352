import { checkValues } from '../config/check-values.ts';
import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import { unknownCheck } from '../config/resolve-config.ts';
import { checkListProblems, commandOf } from '../config/commands.ts';
import type { CheckDefinition } from '../plan/plan.ts';
import { parseScope } from '../plan/scope.ts';
import type { Scope } from '../plan/scope.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { Policy, PolicyLimits } from './policy.ts';
import type { WrittenPolicy } from './written-policy.ts';

/**
 * A written policy. `known` are the checks of the config that it may name.
 * Errors: all problems, with paths into the policy file.
 */
export function resolvePolicy(
  written: WrittenPolicy,
  known: readonly CheckDefinition[],
): Result<Policy, readonly Problem[]> {
  const own = ownChecks(written);
  const park = parkOf(written);
  const problems = [
    ...checkListProblems(own),
    ...unknownChecks(written, known),
    ...limitProblems(written),
    ...(park.ok ? [] : park.error),
  ];
  if (problems.length > 0 || !park.ok) return err(problems);
  return ok({
    checks: Object.entries(own).map(([name, check]) => commandOf(name, check)),
    requires: isNames(written.checks) ? written.checks : [],
    park: park.value,
    limits: limitsOf(written),
    review: { byHuman: written.review?.by === 'human', limit: written.review?.limit ?? null },
    isolation: written.isolation ?? null,
  });
}

const isNames = (checks: WrittenPolicy['checks']): checks is readonly string[] =>
  Array.isArray(checks);

const ownChecks = ({ checks }: WrittenPolicy) =>
  checks === undefined || isNames(checks) ? {} : checks;

const unknownChecks = (
  { checks }: WrittenPolicy,
  known: readonly CheckDefinition[],
): readonly Problem[] => {
  if (!isNames(checks)) return [];
  const names = known.map(({ name }) => name);
  return checks.flatMap((name, index) =>
    names.includes(name) ? [] : [unknownCheck(['checks', index], name, names)],
  );
};

const limitProblems = ({ limits, review }: WrittenPolicy): readonly Problem[] =>
  checkValues('config', {
    'limits.live': limits?.live,
    'limits.wall': limits?.wall,
    'limits.agent': limits?.agent,
    'limits.tokens': limits?.tokens,
    'limits.usd': limits?.usd,
    'limits.reserve': limits?.reserve,
    'limits.retries': limits?.retries,
    'review.limit': review?.limit,
  });

const limitsOf = ({ limits = {} }: WrittenPolicy): PolicyLimits => ({
  ...(limits.live === undefined ? {} : { live: limits.live }),
  ...(limits.wall === undefined ? {} : { wallMs: limits.wall }),
  ...(limits.agent === undefined ? {} : { agentMs: limits.agent }),
  ...(limits.tokens === undefined ? {} : { tokens: limits.tokens }),
  ...(limits.usd === undefined ? {} : { usd: limits.usd }),
  ...(limits.retries === undefined ? {} : { retries: limits.retries }),
  ...(limits.reserve === undefined ? {} : { reserve: limits.reserve }),
});

const parkOf = ({ park = [] }: WrittenPolicy): Result<Scope, readonly Problem[]> => {
  const scope = parseScope(park);
  if (scope.ok) return scope;
  return err(
    scope.error.map(({ pattern, index, error }) =>
      problem('bad-scope', ['park', index], `bad pattern ${JSON.stringify(pattern)}`, {
        offset: error.at,
        hint: error.message,
      }),
    ),
  );
};
