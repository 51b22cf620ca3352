import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckDefinition, Limits, Plan } from '../../../src/domain/plan/plan.ts';
import { parkedPathFindings } from '../../../src/domain/policy/parked-paths.ts';
import { NO_POLICY } from '../../../src/domain/policy/policy.ts';
import type { Policy } from '../../../src/domain/policy/policy.ts';
import { tighten } from '../../../src/domain/policy/tighten.ts';
import { parseScope } from '../../../src/domain/plan/scope.ts';
import type { FileChange } from '../../../src/domain/receipt/receipt.ts';
import { planOf, taskOf } from '../../support/plans.ts';

const check = (name: string, run = name): CheckDefinition => ({ name, run, timeoutMs: 1000 });
const UNIT = check('unit', 'npm test');
const LINT = check('lint', 'npm run lint');
const scope = (...patterns: readonly string[]) => {
  const parsed = parseScope(patterns);
  if (!parsed.ok) throw new Error(patterns.join(' '));
  return parsed.value;
};
const plan = (limits: Partial<Limits> = {}): Plan => {
  const made = planOf([taskOf('a', { checks: [] }), taskOf('b', { checks: [UNIT] })]);
  return { ...made, limits: { ...made.limits, ...limits } };
};
const under = (policy: Partial<Policy>, of: Plan = plan()) =>
  tighten(of, { ...NO_POLICY, ...policy }, [UNIT, LINT]);

describe('a plan under a policy', () => {
  it('stays as it is where nothing is asked for', () => {
    expect(under({})).toEqual({ plan: plan(), changes: [] });
  });

  it('gets the checks that are required, once', () => {
    const { plan: tight, changes } = under({ requires: ['unit'] });
    expect(tight.tasks.map(({ checks }) => checks.map(({ name }) => name))).toEqual([
      ['unit'],
      ['unit'],
    ]);
    expect(changes).toEqual(['unit required']);
  });

  it('runs the policy’s own command where one of that name says something else', () => {
    const own = check('unit', 'npm run all-tests');
    const { plan: tight, changes } = under({ checks: [own] });
    expect(tight.tasks.map(({ checks }) => checks)).toEqual([[own], [own]]);
    expect(changes).toEqual(['unit required']);
  });

  it('has limits tightened and never loosened', () => {
    const wide = plan({ live: 8, wallMs: null, usd: 50, reserve: 0.1 });
    const { plan: tight, changes } = under(
      { limits: { live: 3, wallMs: 3_600_000, usd: 80, reserve: 0.3 } },
      wide,
    );
    expect(tight.limits).toMatchObject({ live: 3, wallMs: 3_600_000, usd: 50, reserve: 0.3 });
    expect(changes).toEqual(['live 8 → 3', 'wall none → 1h', 'reserve 10% → 30%']);
  });

  it('is reviewed by people where they are asked for, and not the other way round', () => {
    const byChecks = { ...plan(), review: { by: 'checks' as const, limit: 5 } };
    const review = { byHuman: true, limit: 2 };
    expect(under({ review }, byChecks).plan.review).toEqual({ by: 'human', limit: 2 });
    const loose = { byHuman: false, limit: 9 };
    expect(under({ review: loose }, byChecks).plan.review).toEqual({ by: 'checks', limit: 5 });
  });

  it('is never looser in any limit, whatever the policy says', () => {
    const some = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null });
    const maybe = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined });
    fc.assert(
      fc.property(some, maybe, some, maybe, (wallMs, byWall, tokens, byTokens) => {
        const { limits } = under(
          {
            limits: {
              ...(byWall === undefined ? {} : { wallMs: byWall }),
              ...(byTokens === undefined ? {} : { tokens: byTokens }),
            },
          },
          plan({ wallMs, tokens }),
        ).plan;
        expect(limits.wallMs ?? Infinity).toBe(Math.min(wallMs ?? Infinity, byWall ?? Infinity));
        expect(limits.tokens ?? Infinity).toBe(Math.min(tokens ?? Infinity, byTokens ?? Infinity));
      }),
    );
  });
});

const changed = (path: string, from: string | null = null): FileChange => ({
  path,
  change: from === null ? 'modified' : 'renamed',
  from,
  added: 1,
  removed: 0,
});

describe('parked paths', () => {
  it('keep a delivery for a person, with the paths by name', () => {
    const [found, ...rest] = parkedPathFindings(
      [changed('src/a.ts'), changed('db/1.sql'), changed('db/2.sql')],
      scope('db/**'),
    );
    expect(rest).toEqual([]);
    expect(found).toMatchObject({
      kind: 'parked-path',
      path: 'db/1.sql',
      text: 'db/1.sql, db/2.sql are parked by policy',
      blocks: true,
    });
  });

  it('count for what is moved away from them', () => {
    const moved = [changed('src/1.sql', 'db/1.sql')];
    expect(parkedPathFindings(moved, scope('db/**'))).toHaveLength(1);
    expect(parkedPathFindings(moved, scope())).toEqual([]);
  });

  it('always hold the policy itself, also one that is new', () => {
    expect(parkedPathFindings([changed('fanin.policy.yaml')], scope())).toMatchObject([
      { path: 'fanin.policy.yaml', blocks: true },
    ]);
    expect(parkedPathFindings([changed('sub/fanin.policy.yaml')], scope())).toEqual([]);
  });
});
