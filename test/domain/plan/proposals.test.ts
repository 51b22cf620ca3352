import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exclusions } from '../../../src/domain/plan/exclusions.ts';
import { ancestors } from '../../../src/domain/plan/graph.ts';
import type { Plan, Task } from '../../../src/domain/plan/plan.ts';
import { proposals } from '../../../src/domain/plan/proposals.ts';
import type { Proposal } from '../../../src/domain/plan/proposals.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import { expectedHands, expectedSlots, wouldTake } from '../../../src/domain/plan/what-if.ts';
import { MINUTE, planOf, scopeOf, taskOf } from '../../support/plans.ts';

const sized = (id: string, minutes: number | null, more: Partial<Task> = {}): Task =>
  taskOf(id, {
    sizeMs: minutes === null ? null : minutes * MINUTE,
    deadlineMs: 600 * MINUTE,
    ...more,
  });

const proposed = (
  tasks: readonly Task[],
  more: Partial<Plan> = {},
  { existing = [], usable = null }: { existing?: readonly string[]; usable?: number | null } = {},
): readonly Proposal[] => {
  const limits = {
    ...planOf(tasks).limits,
    reserve: 0,
    wallMs: usable === null ? null : usable * MINUTE,
  };
  const plan = planOf(tasks, { limits, ...more });
  return proposals(plan, {
    serialBelowMs: 0,
    excluded: exclusions(tasks, existing),
    existing,
  });
};

const texts = (...args: Parameters<typeof proposed>) => proposed(...args).map(({ text }) => text);

const ONE_HAND = { slots: 1, ramp: false, usableMs: null };

describe('a split', () => {
  const rest = [sized('a', 10), sized('b', 10), sized('c', 10)];

  it('is proposed for the task that alone sets what the plan takes', () => {
    expect(texts([sized('giant', 60), ...rest])).toEqual([
      'split `giant` (1h) into about 4 tasks of 15m, each with `writes` of its own: it alone sets what the plan takes; the plan would take 25m instead of 1h',
    ]);
  });

  it('is proposed for several that are equally long', () => {
    expect(texts([sized('giant', 60), sized('titan', 60), sized('a', 10)])).toEqual([
      'split `giant` (1h) into about 3 tasks of 20m, and `titan` (1h) into about 3 tasks of 20m, each with `writes` of its own: they alone set what the plan takes; the plan would take 40m instead of 1h',
    ]);
  });

  it('is proposed for a task that is longer than its deadline, though it gains no time', () => {
    const over = sized('over', 60, { deadlineMs: 25 * MINUTE });
    expect(texts([over])).toEqual([
      'split `over` (1h) into about 3 tasks of 20m, each with `writes` of its own: it is longer than its deadline of 25m; the plan would take 20m instead of 1h',
    ]);
    expect(texts([over], { concurrency: 'off' })).toEqual([
      'split `over` (1h) into about 3 tasks of 20m, each with `writes` of its own: it is longer than its deadline of 25m; the plan would still take 1h',
    ]);
  });

  it('is proposed for a task that is longer than the run has time', () => {
    expect(texts([sized('over', 60)], { concurrency: 'off' }, { usable: 48 })).toEqual([
      'split `over` (1h) into about 2 tasks of 30m, each with `writes` of its own: it is longer than the 48m before the reserve; the plan would still take 1h',
    ]);
  });

  it.each<[string, readonly Task[], Partial<Plan>]>([
    ['all are alike', [...rest, sized('d', 10)], {}],
    ['one bounded task', [sized('only', 300)], {}],
    ['the parts would be short', [sized('long', 19), sized('a', 1)], {}],
    ['one runs at a time', [sized('giant', 60), ...rest], { concurrency: 'off' }],
    ['its parts would hold one lock', [sized('giant', 60, { locks: ['db'] }), ...rest], {}],
    [
      'its size is not known',
      [sized('giant', null, { deadlineMs: 5 * MINUTE }), sized('a', 1)],
      {},
    ],
    [
      'everything waits for it and it is short beside that',
      [
        sized('first', 20),
        ...rest.map((task) => ({ ...task, needs: ['first'], sizeMs: 60 * MINUTE })),
      ],
      {},
    ],
  ])('is not proposed where %s', (_, tasks, more) => {
    expect(proposed(tasks, more)).toEqual([]);
  });
});

describe('scopes that overlap', () => {
  const own = (id: string, minutes: number, ...more: readonly string[]): Task =>
    sized(id, minutes, { writes: scopeOf(`${id}/**`, ...more) });

  it('in one file: it gets a task of its own', () => {
    const tasks = [
      own('a', 10, 'registry.txt'),
      own('b', 10, 'registry.txt'),
      own('c', 10, '*.txt'),
    ];
    expect(proposed(tasks, {}, { existing: ['registry.txt', 'notes.txt'] })).toMatchObject([
      {
        kind: 'overlap',
        tasks: ['a', 'b', 'c'],
        shared: ['registry.txt'],
        narrow: { a: ['registry.txt'], b: ['registry.txt'], c: ['*.txt'] },
        nowMs: 30 * MINUTE,
        thenMs: 10 * MINUTE,
        own: { sizeMs: 5 * MINUTE, thenMs: 15 * MINUTE },
        text: 'a, b and c share `registry.txt`: leave it out of the `writes` of all but one (c: *.txt), and the plan would take 10m instead of 30m; or give `registry.txt` to a task of its own that all of them need: 15m with 5m for it',
      },
    ]);
  });

  it('in patterns: both are named, with paths that are there', () => {
    const tasks = [own('a', 10, 'src/**/index.ts'), own('b', 10, 'src/parse/**')];
    expect(texts(tasks, {}, { existing: ['src/parse/index.ts', 'src/parse/x.ts'] })).toEqual([
      'a and b share `src/**/index.ts ∩ src/parse/**` (today: src/parse/index.ts): leave it out of the `writes` of all but one (a: src/**/index.ts; b: src/parse/**), and the plan would take 10m instead of 20m',
    ]);
  });

  it.each<[string, readonly Task[], Partial<Plan>]>([
    [
      'two that write nothing else',
      [sized('a', 10, { writes: scopeOf('x.md') }), sized('b', 10, { writes: scopeOf('x.md') })],
      {},
    ],
    [
      'tasks that share a lock',
      [sized('a', 10, { locks: ['x'] }), sized('b', 10, { locks: ['x'] })],
      {},
    ],
    ['tasks in a known order', [own('a', 10, 'x'), { ...own('b', 10, 'x'), needs: ['a'] }], {}],
    ['one slot', [own('a', 10, 'x'), own('b', 10, 'x')], { concurrency: 'off' }],
    [
      'tasks beside a longer chain',
      [own('a', 10, 'x'), own('b', 10, 'x'), own('c', 18), { ...own('d', 17), needs: ['c'] }],
      {},
    ],
  ])('are left alone: %s', (_, tasks, more) => {
    expect(proposed(tasks, more)).toEqual([]);
  });

  it.each<[string, readonly Task[], readonly string[]]>([
    ['where that gains nothing', [own('a', 10, 'x.md'), own('b', 3, 'x.md')], ['x.md']],
    [
      'where one has nothing else to write',
      [sized('a', 10, { writes: scopeOf('x.md') }), own('b', 10, 'x.md'), own('c', 10, 'x.md')],
      ['x.md'],
    ],
    ['where it is a folder', [own('a', 10, 'v1.2'), own('b', 10, 'v1.2')], ['v1.2/a']],
  ])('get no task of their own %s', (_, tasks, existing) => {
    expect(proposed(tasks, {}, { existing })).toMatchObject([{ kind: 'overlap', own: null }]);
  });

  it('are declared in the first place', () => {
    const bare = (id: string): Task => sized(id, 10, { writes: null });
    expect(texts([bare('a'), bare('b'), own('c', 10)])).toEqual([
      'give `a`, `b` `writes: […]` that meet no others: the plan would take 10m instead of 30m',
    ]);
    expect(texts([bare('a')])).toEqual([]);
  });
});

/** Plans with needs to earlier tasks, folders that some share, and a deadline for each. */
const plans = fc
  .record({
    drafts: fc.array(
      fc.record({
        minutes: fc.option(fc.integer({ min: 1, max: 120 }), { freq: 6 }),
        needs: fc.array(fc.nat(10), { maxLength: 2 }),
        writes: fc.option(fc.subarray(['lib/**', 'lib/a.ts', 'README.md', 'doc/*', 'doc/x.md']), {
          freq: 6,
        }),
        lock: fc.boolean(),
        deadline: fc.integer({ min: 10, max: 90 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    live: fc.integer({ min: 1, max: 4 }),
    concurrency: fc.constantFrom('auto' as const, 'on' as const, 'off' as const),
    usable: fc.option(fc.integer({ min: 10, max: 200 })),
    serialBelow: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ drafts, live, concurrency, usable, serialBelow }) => {
    const tasks = drafts.map(({ minutes, needs, writes, lock, deadline }, index) =>
      sized(`t${index}`, minutes, {
        needs: [...new Set(needs.filter((need) => need < index))].map((need) => `t${need}`),
        writes: writes === null ? null : scopeOf(`t${index}/**`, ...writes),
        locks: lock ? ['db'] : [],
        deadlineMs: deadline * MINUTE,
      }),
    );
    const wallMs = usable === null ? null : usable * MINUTE;
    const limits = { ...planOf(tasks).limits, live, wallMs };
    return { plan: planOf(tasks, { limits, concurrency }), serialBelow };
  });

it.each<[Parameters<typeof expectedSlots>[0], Plan['review'], number]>([
  ['serial', { by: 'checks', limit: 3 }, 1],
  ['concurrent', { by: 'checks', limit: 3 }, 4],
  ['concurrent', { by: 'human', limit: 3 }, 3],
  ['concurrent', { by: 'human', limit: 9 }, 4],
])('a %s plan with review %j has %d slots', (mode, review, slots) => {
  expect(expectedSlots(mode, planOf([], { review }))).toBe(slots);
});

it('the ramp is for auto, and released by what is there before the reserve', () => {
  const { limits } = planOf([]);
  const hands = (more: Partial<Plan>) => expectedHands('concurrent', planOf([], more));
  expect(hands({ concurrency: 'on' })).toEqual({ slots: 4, ramp: false, usableMs: null });
  expect(hands({ concurrency: 'auto', limits: { ...limits, wallMs: 100, reserve: 0.2 } })).toEqual({
    slots: 4,
    ramp: true,
    usableMs: 80,
  });
});

describe('whatever a plan looks like', () => {
  const input = ({
    plan,
    serialBelow,
  }: typeof plans extends fc.Arbitrary<infer T> ? T : never) => ({
    serialBelowMs: serialBelow * MINUTE,
    excluded: exclusions(plan.tasks),
    existing: [],
  });

  it('a proposal never makes it longer, and shortens it unless a task is too long for its time', () => {
    fc.assert(
      fc.property(plans, (drawn) => {
        const given = input(drawn);
        const nowMs = wouldTake(drawn.plan.tasks, given.excluded, {
          ...drawn.plan,
          serialBelowMs: given.serialBelowMs,
        });
        for (const each of proposals(drawn.plan, given)) {
          expect(each.nowMs).toBe(nowMs);
          const forTime =
            each.kind !== 'split' || each.splits.every(({ because }) => because === 'dominates');
          if (forTime) expect(each.thenMs).toBeLessThan(nowMs);
          else expect(each.thenMs).toBeLessThanOrEqual(nowMs);
          if (each.kind === 'overlap' && each.own !== null)
            expect(each.own.thenMs).toBeLessThan(nowMs);
        }
      }),
    );
  });

  it('a split is what a plan with these parts really takes', () => {
    fc.assert(
      fc.property(plans, (drawn) => {
        const given = input(drawn);
        for (const each of proposals(drawn.plan, given)) {
          if (each.kind !== 'split') continue;
          for (const { sizeMs, parts, partMs } of each.splits) {
            expect(parts).toBeGreaterThanOrEqual(2);
            expect(partMs * parts).toBeCloseTo(sizeMs);
          }
          // All parts have to be made, and no chain of needs can be undercut.
          const work = drawn.plan.tasks.reduce(
            (sum, { sizeMs }) => sum + (sizeMs ?? 15 * MINUTE),
            0,
          );
          expect(each.thenMs).toBeGreaterThanOrEqual(work / drawn.plan.limits.live - 1);
          const { criticalPathMs } = schedule(splitUp(drawn.plan.tasks, each), ONE_HAND, []).bounds;
          expect(each.thenMs).toBeGreaterThanOrEqual(criticalPathMs - 1);
        }
      }),
    );
  });
});

/** The tasks with the proposal carried out, written down apart from how it was found. */
const splitUp = (tasks: readonly Task[], { splits }: Extract<Proposal, { kind: 'split' }>) => {
  const parts = new Map(splits.map((split) => [split.task, split]));
  const before = ancestors(tasks);
  expect([...before.keys()]).toHaveLength(tasks.length);
  return tasks.map((task) => ({ ...task, sizeMs: parts.get(task.id)?.partMs ?? task.sizeMs }));
};
