import { describe, expect, it } from 'vitest';
import { exclusions } from '../../../src/domain/plan/exclusions.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import { taskReasons } from '../../../src/domain/plan/task-reasons.ts';
import type { Task } from '../../../src/domain/plan/plan.ts';
import { limitAtStart } from '../../../src/domain/run/limit-at-start.ts';
import { MINUTE, planOf, scopeOf, taskOf } from '../../support/plans.ts';

const sized = (id: string, minutes: number, more: Partial<Task> = {}): Task =>
  taskOf(id, { sizeMs: minutes * MINUTE, ...more });

const reasons = (tasks: readonly Task[], { slots = 2, ramp = false } = {}) => {
  const excluded = exclusions(tasks);
  const hands = { slots, ramp, usableMs: null };
  const { tasks: placed } = schedule(tasks, hands, excluded);
  const held = [
    { task: 'docs', holder: 'r1/docs', text: 'r1/docs holds docs until it has landed' },
  ];
  return taskReasons({ tasks, schedule: placed, excluded, hands, held });
};

const starts = (...args: Parameters<typeof reasons>) =>
  reasons(...args).map(({ id, startText }) => `${id} ${startText}`);

describe('why a task is expected to start when it does', () => {
  it.each<[string, Parameters<typeof reasons>, readonly string[]]>([
    [
      'what it needs',
      [[sized('core', 10), sized('seq', 5, { needs: ['core'] })]],
      ['core at once: nothing is in its way', 'seq at 10m, once core landed, which it needs'],
    ],
    [
      'a scope',
      [[sized('a', 10, { writes: scopeOf('x') }), sized('b', 5, { writes: scopeOf('x') })]],
      ['a at once: nothing is in its way', 'b at 10m, once a let go of what both would hold'],
    ],
    [
      'a slot',
      [[sized('a', 10), sized('b', 10), sized('c', 5)]],
      [
        'a at once: nothing is in its way',
        'b at once: nothing is in its way',
        'c at 10m, once a and b ended: all 2 slots were taken',
      ],
    ],
    [
      'the ramp',
      [[sized('a', 10), sized('b', 5)], { ramp: true }],
      [
        'a at once: nothing is in its way',
        'b at 10m, once a landed: the ramp doubles what may run at once',
      ],
    ],
  ])('is told: %s', (_, args, expected) => {
    expect(starts(...args)).toEqual(expected);
  });
});

describe('beside whom it is expected to run', () => {
  const tasks = [
    sized('core', 10),
    sized('seq', 10, { needs: ['core'], locks: ['db'] }),
    sized('far', 5, { needs: ['seq'] }),
    sized('docs', 30, { writes: scopeOf('docs', 'seq/x') }),
    sized('db', 5, { locks: ['db'] }),
    sized('all', 5, { writes: null }),
  ];

  it('comes with how many could, and what keeps the rest', () => {
    const found = new Map(reasons(tasks).map((each) => [each.id, each]));
    expect(found.get('seq')).toMatchObject({
      needs: ['core'],
      could: { of: 5, beside: 0, ordered: 2, scope: 1, lock: 1, undeclared: 1 },
      apart: [
        { task: 'docs' },
        { task: 'db', text: 'both hold lock db' },
        { task: 'all', text: 'all declares no writes, so it runs alone' },
      ],
      held: null,
    });
    expect(found.get('docs')?.held).toEqual({
      holder: 'r1/docs',
      text: 'r1/docs holds docs until it has landed',
    });
    expect(found.get('docs')?.besideText).toBe(
      'beside core and db; 3 of 5 others could run beside it, not 1 by scope, 1 by undeclared writes',
    );
    expect(found.get('all')?.besideText).toBe(
      'alone; 0 of 5 others could run beside it, not 5 by undeclared writes',
    );
    expect(found.get('far')?.could.ordered).toBe(2);
  });
});

it('the limit at the start is the governor’s own', () => {
  const tasks = [sized('a', 30), sized('b', 30)];
  const { limits } = planOf([]);
  const of = (wallMs: number | null, concurrency: 'auto' | 'on') =>
    limitAtStart(planOf(tasks, { concurrency, limits: { ...limits, reserve: 0, wallMs } }));
  expect(of(null, 'auto')).toMatchObject({ live: 0, may: 1, binding: 'ramp' });
  expect(of(null, 'on')).toMatchObject({ may: 4, binding: 'slots' });
  const late = of(20 * MINUTE, 'on');
  expect(late).toMatchObject({ may: 0, binding: 'deadline' });
  expect(late.terms.at(-1)?.text).toBe('0 of 2 open tasks still fit, 20m before the reserve');
});
