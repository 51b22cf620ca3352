import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleLines } from '../../../src/cli/screens/plan-schedule.ts';
import { columns } from '../../../src/cli/text/columns.ts';
import { colourPaint, plainPaint } from '../../../src/cli/text/style.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import { MINUTE, planOf, taskOf } from '../../support/plans.ts';

const look = (width: number, paint = plainPaint) => ({ width, paint, now: 0 });

const handsOf = (slots: number) => ({ slots, ramp: false, usableMs: null });
const isBar = (line: string): boolean => line.includes('█');

const drawn = (
  sizes: Readonly<Record<string, number | null>>,
  { width = 60, slots = 2, all = false } = {},
) => {
  const plan = planOf(
    Object.entries(sizes).map(([id, size]) =>
      taskOf(id, { sizeMs: size === null ? null : size * MINUTE }),
    ),
  );
  const outlook = {
    plan,
    slots,
    schedule: schedule(plan.tasks, handsOf(slots), [{ a: 'a', b: 'c' }]),
  };
  return scheduleLines(outlook, all, look(width));
};

describe('the expected schedule', () => {
  it('is bars over one time line that is as wide as there is room, with its bounds', () => {
    expect(drawn({ a: 20, b: 5, c: 20 }, { width: 60 })).toEqual([
      'Schedule  40m, up to 2 at once, if every size is right',
      '  a   0s  20m  ███████████████████████',
      '  b   0s   5m  ██████',
      '  c  20m  40m  ·······················██████████████████████',
      '',
      'No order of these tasks is faster than the longest of',
      '  20m  critical path: a',
      '  23m  45m of work over 2 slots',
      '  40m  heaviest group of which no two run at once: a, c ←',
      '       binds',
      'The schedule takes just that.',
    ]);
    expect(drawn({ a: 20, b: 5, c: 20 }, { width: 30 }).filter(isBar)).toEqual([
      '  a   0s  20m  ████████',
      '  b   0s   5m  ██',
      '  c  20m  40m  ········███████',
    ]);
  });

  it('stops where it would be longer than a screen, unless all of it is asked for', () => {
    const sizes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`t${n}`, 1]));
    const some = drawn(sizes);
    expect(some.filter(isBar)).toHaveLength(24);
    expect(some).toContain('  and 6 more tasks: fanin plan --why');
    expect(drawn(sizes, { all: true }).filter(isBar)).toHaveLength(30);
  });

  it('says that it is a guess where no size is known, and is silent over one task', () => {
    expect(drawn({ a: null, b: null })[0]).toBe('Schedule  15m, up to 2 at once, no size is known');
    expect(drawn({ a: 1, b: 1 }, { slots: 1 })[0]).toBe(
      'Schedule  2m, one at a time, if every size is right',
    );
    expect(drawn({ a: 5 })).toEqual([]);
  });

  it('is never wider than the terminal, and colour only adds', () => {
    const minutes = fc.option(fc.integer({ min: 1, max: 3000 }));
    const sizes = fc.dictionary(fc.stringMatching(/^[a-z]{1,40}$/u), minutes, { maxKeys: 8 });
    const slots = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 30, max: 120 }), slots, (drawnSizes, width, n) => {
        const plan = planOf(
          Object.entries(drawnSizes).map(([id, size]) =>
            taskOf(id, { sizeMs: size === null ? null : size * MINUTE }),
          ),
        );
        const outlook = { plan, slots: n, schedule: schedule(plan.tasks, handsOf(n), []) };
        const lines = scheduleLines(outlook, true, look(width));
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        const coloured = scheduleLines(outlook, true, look(width, colourPaint)).join('\n');
        // oxlint-disable-next-line no-control-regex
        expect(coloured.replaceAll(/\u{1b}\[\d+m/gu, '')).toBe(lines.join('\n'));
      }),
    );
  });
});
