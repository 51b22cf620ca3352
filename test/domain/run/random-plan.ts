import fc from 'fast-check';
import type { Plan, Task } from '../../../src/domain/plan/plan.ts';
import { MINUTE, planOf, scopeOf, taskOf } from '../../support/plans.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'constructor'];

const scopes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('a/**', 'b/**', 'c/**', 'd/**', 'shared/**')
      .map((glob) => scopeOf(glob)),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, scopeOf(), scopeOf('**/*.ts', 'a/*')) },
);

const taskParts = fc.record({
  needs: fc.subarray(IDS),
  writes: scopes,
  locks: fc.subarray(['db', 'port'], { maxLength: 1 }),
  sizeMs: fc.option(fc.integer({ min: 1, max: 20 }).map((n) => n * MINUTE)),
  deadlineMs: fc.integer({ min: 1, max: 40 }).map((n) => n * MINUTE),
  ownDeadline: fc.boolean(),
});

/** Plans of one to six tasks. A task needs only tasks before it, so there is no cycle. */
export const randomPlan = (more: { readonly wall: boolean }): fc.Arbitrary<Plan> =>
  fc
    .record({
      parts: fc.array(taskParts, { minLength: 1, maxLength: IDS.length }),
      wallMs: more.wall
        ? fc.option(fc.integer({ min: 5, max: 90 }).map((n) => n * MINUTE))
        : fc.constant(null),
      live: fc.integer({ min: 1, max: 4 }),
      reserve: fc.constantFrom(0, 0.2, 0.5),
      tokens: more.wall ? fc.option(fc.integer({ min: 100, max: 5000 })) : fc.constant(null),
      agentMs: more.wall
        ? fc.option(fc.integer({ min: 100_000, max: 10_000_000 }))
        : fc.constant(null),
      retries: fc.integer({ min: 0, max: 2 }),
      concurrency: fc.constantFrom('auto' as const, 'on' as const),
      by: fc.constantFrom('human' as const, 'checks' as const),
      limit: fc.integer({ min: 1, max: 3 }),
      mode: fc.constantFrom('serial' as const, 'concurrent' as const),
    })
    .map(
      ({ parts, wallMs, agentMs, live, reserve, tokens, retries, concurrency, by, limit, mode }) =>
        planOf(parts.map(toTask), {
          limits: { wallMs, agentMs, live, reserve, tokens, usd: null, retries },
          concurrency,
          review: { by, limit },
          admission: { mode, reason: 'for the test' },
        }),
    );

const toTask = (
  part: { readonly needs: readonly string[] } & Partial<Task>,
  index: number,
): Task => {
  const before = IDS.slice(0, index);
  return taskOf(IDS[index] ?? '', {
    ...part,
    needs: part.needs.filter((need) => before.includes(need)),
  });
};
