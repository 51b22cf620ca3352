import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestors } from '../../../src/domain/plan/graph.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import type { Schedule } from '../../../src/domain/plan/schedule.ts';
import type { Hands } from '../../../src/domain/plan/placing.ts';
import { MINUTE, task } from './planned.ts';

const times = ({ tasks }: Schedule): readonly string[] =>
  tasks.map(({ id, startMs, endMs }) => `${id} ${startMs / MINUTE}-${endMs / MINUTE}`);

const slots = (n: number): Hands => ({ slots: n, ramp: false, usableMs: null });

describe('schedule', () => {
  it('starts the critical path first, then the longest', () => {
    const plan = [task('docs', 6), task('long', 20), task('core', 15), task('seq', 12, ['core'])];
    const found = schedule(plan, slots(2), []);
    expect(times(found)).toEqual(['core 0-15', 'long 0-20', 'seq 15-27', 'docs 20-26']);
    expect(found.makespanMs).toBe(27 * MINUTE);
    expect(found.serialMs).toBe(53 * MINUTE);
    expect(found.bounds).toMatchObject({
      criticalPathMs: 27 * MINUTE,
      criticalPath: ['core', 'seq'],
      slotsMs: 26.5 * MINUTE,
      binding: 'critical-path',
      bindingMs: 27 * MINUTE,
    });
  });

  it('keeps excluded tasks apart and lets others pass them', () => {
    const found = schedule([task('a', 30), task('b', 20), task('c', 10)], slots(3), [
      { a: 'b', b: 'a' },
    ]);
    expect(times(found)).toEqual(['a 0-30', 'c 0-10', 'b 30-50']);
    expect(found.bounds.group.toSorted()).toEqual(['a', 'b']);
    expect(found.bounds.groupMs).toBe(50 * MINUTE);
    expect(found.bounds).toMatchObject({ binding: 'group', bindingMs: 50 * MINUTE });
  });

  it('is the sum with one slot', () => {
    const found = schedule([task('a', 3), task('b', null), task('c', 5, ['b'])], slots(1), []);
    expect(found.makespanMs).toBe(23 * MINUTE);
    expect(found.makespanMs).toBe(found.serialMs);
  });

  it('says when it is the slots that bind', () => {
    const { bounds } = schedule([task('a', 10), task('b', 10), task('c', 10)], slots(2), []);
    expect(bounds).toMatchObject({ binding: 'slots', bindingMs: 15 * MINUTE });
  });

  it('says what kept a task from starting earlier', () => {
    const plan = [
      task('core', 15),
      task('seq', 12, ['core']),
      task('parser', 10, ['core']),
      task('docs', 8),
    ];
    const found = schedule(plan, slots(2), [{ a: 'seq', b: 'parser' }]);
    expect(found.tasks.map(({ id, bound, after }) => [id, bound, ...after])).toEqual([
      ['core', 'first'],
      ['docs', 'first'],
      ['seq', 'needs', 'core'],
      ['parser', 'excluded', 'seq'],
    ]);
    const both = [task('core', 9), task('docs', 9), task('seq', 5, ['core'])];
    expect(schedule(both, slots(2), []).tasks.at(-1)).toMatchObject({ after: ['core'] });
    const alone = schedule([task('a', 9), task('b', 5), task('c', 4)], slots(2), []);
    expect(alone.tasks.at(-1)).toMatchObject({ id: 'c', bound: 'slots', after: ['b'] });
  });

  it('lets the ramp double what may run at once with each end, up to the slots', () => {
    const four = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => task(id, 10));
    const ramp: Hands = { slots: 3, ramp: true, usableMs: null };
    const found = schedule(four, ramp, []);
    expect(times(found)).toEqual(['a 0-10', 'b 10-20', 'c 10-20', 'd 20-30', 'e 20-30', 'f 20-30']);
    const bounds = found.tasks.map(({ bound }) => bound);
    expect(bounds).toEqual(['first', 'ramp', 'ramp', 'ramp', 'ramp', 'ramp']);
  });

  it('releases the ramp where it would leave tasks out', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => task(id, 10));
    const within = (minutes: number): Hands => ({
      slots: 4,
      ramp: true,
      usableMs: minutes * MINUTE,
    });
    expect(schedule(four, within(40), []).makespanMs).toBe(30 * MINUTE);
    expect(schedule(four, within(39), []).makespanMs).toBe(20 * MINUTE);
    expect(schedule(four, within(10), []).makespanMs).toBe(10 * MINUTE);
    // What runs is not done yet: with 95m open and 35m left three are needed.
    const uneven = [task('y', 60), task('p', 25), task('q', 25), task('z', 10)];
    expect(times(schedule(uneven, within(60), []))).toEqual([
      'y 0-60',
      'p 0-25',
      'q 25-50',
      'z 25-35',
    ]);
  });

  it('is empty for an empty plan', () => {
    expect(schedule([], slots(4), [])).toMatchObject({ tasks: [], makespanMs: 0, serialMs: 0 });
  });

  it('never breaks a rule and never undercuts its bounds', () => {
    const plans = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.array(fc.nat(20), { maxLength: 3 })), {
        minLength: 1,
        maxLength: 10,
      })
      // Needs lead to earlier tasks only, so there is no cycle.
      .map((drafts) =>
        drafts.map(([minutes, needs], index) =>
          task(
            `t${index}`,
            minutes,
            [...new Set(needs.filter((need) => need < index))].map((need) => `t${need}`),
          ),
        ),
      );
    const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 10 });
    const anyHands = fc.record({
      slots: fc.integer({ min: 1, max: 4 }),
      ramp: fc.boolean(),
      usableMs: fc.option(fc.integer({ min: 1, max: 300 * MINUTE })),
    });
    fc.assert(
      fc.property(plans, pairs, anyHands, (plan, drawn, hands) => {
        const excluded = drawn
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => ({ a: `t${a}`, b: `t${b}` }));
        const found = schedule(plan, hands, excluded);
        const at = new Map(found.tasks.map((each) => [each.id, each]));
        expect(at.size).toBe(plan.length);
        for (const [id, before] of ancestors(plan)) {
          for (const need of before) {
            expect(at.get(id)?.startMs).toBeGreaterThanOrEqual(at.get(need)?.endMs ?? Infinity);
          }
        }
        for (const one of found.tasks) {
          const beside = found.tasks.filter(
            (other) => other.startMs <= one.startMs && one.startMs < other.endMs,
          );
          expect(beside.length).toBeLessThanOrEqual(hands.slots);
          // Whatever it was that kept it, its end is when this one started.
          expect(one.after.length > 0).toBe(one.startMs > 0);
          expect(one.bound === 'first').toBe(one.startMs === 0);
          for (const id of one.after) expect(at.get(id)?.endMs).toBe(one.startMs);
          for (const other of beside) {
            const apart = excluded.some(
              ({ a, b }) => (a === one.id && b === other.id) || (b === one.id && a === other.id),
            );
            expect(apart).toBe(false);
          }
        }
        const { criticalPathMs, slotsMs, groupMs, bindingMs } = found.bounds;
        expect(bindingMs).toBe(Math.max(criticalPathMs, slotsMs, groupMs));
        expect(found.makespanMs).toBeGreaterThanOrEqual(bindingMs);
        expect(found.makespanMs).toBeLessThanOrEqual(found.serialMs);
      }),
    );
  });
});
