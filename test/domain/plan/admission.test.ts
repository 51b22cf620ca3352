import { describe, expect, it } from 'vitest';
import { admission } from '../../../src/domain/plan/admission.ts';
import type { AdmissionInput } from '../../../src/domain/plan/admission.ts';
import { MINUTE, task } from './planned.ts';

const decide = (change: Partial<AdmissionInput>) =>
  admission({
    tasks: [task('a', 20), task('b', 20)],
    concurrency: 'auto',
    live: 4,
    serialBelowMs: 30 * MINUTE,
    excluded: [],
    ...change,
  });

describe('admission', () => {
  it.each<[string, Partial<AdmissionInput>, string, string]>([
    [
      'long work that falls apart',
      {},
      'concurrent',
      '40m of agent work, longest chain 20m, at least serialBelow 30m; `concurrency: off` would change that',
    ],
    [
      'off',
      { concurrency: 'off' },
      'serial',
      'concurrency is off; `concurrency: auto` or `on` would change that',
    ],
    [
      'on, however short',
      { concurrency: 'on', tasks: [task('a', 1), task('b', 1)] },
      'concurrent',
      'concurrency is on; 2m of agent work, longest chain 1m; `concurrency: auto` or `off` would change that',
    ],
    [
      'one task',
      { tasks: [task('a', 90)] },
      'serial',
      'there is one task; two or more would change that',
    ],
    ['one slot', { live: 1 }, 'serial', 'limits.live is 1; 2 or more would change that'],
    [
      'short work',
      { tasks: [task('a', 10), task('b', 19)] },
      'serial',
      '29m of agent work is less than serialBelow 30m, and short work gets slower and dearer side by side; `concurrency: on` or a lower serialBelow would change that',
    ],
    [
      'work just as long as the limit',
      { tasks: [task('a', 10), task('b', 20)] },
      'concurrent',
      '30m of agent work, longest chain 20m, at least serialBelow 30m; `concurrency: off` would change that',
    ],
    [
      'unknown sizes',
      { tasks: [task('a', 10), task('b', null)] },
      'serial',
      '25m of agent work (1 of 2 sizes unknown, counted as 15m each) is less than serialBelow 30m, and short work gets slower and dearer side by side; `concurrency: on` or a lower serialBelow would change that',
    ],
    [
      'a chain',
      { tasks: [task('a', 90), task('b', 90, ['a'])] },
      'serial',
      'no two tasks may run at once; disjoint `writes`, fewer locks or fewer `needs` would change that',
    ],
    [
      'excluded pairs',
      { excluded: [{ a: 'a', b: 'b' }] },
      'serial',
      'no two tasks may run at once; disjoint `writes`, fewer locks or fewer `needs` would change that',
    ],
    [
      'a chain and a free task',
      { tasks: [task('a', 20), task('b', 20, ['a']), task('c', 5)] },
      'concurrent',
      '45m of agent work, longest chain 40m (a → b), at least serialBelow 30m; `concurrency: off` would change that',
    ],
  ])('%s', (_, change, mode, reason) => {
    expect(decide(change)).toEqual({ mode, reason });
  });

  it('is serial when needs and exclusions together leave no pair', () => {
    const tasks = [task('a', 20), task('b', 20, ['a']), task('c', 20)];
    const excluded = [
      { a: 'a', b: 'c' },
      { a: 'b', b: 'c' },
    ];
    expect(decide({ tasks, excluded }).mode).toBe('serial');
    expect(decide({ tasks, excluded: excluded.slice(1) }).mode).toBe('concurrent');
  });
});
