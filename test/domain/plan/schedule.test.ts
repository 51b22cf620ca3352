import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestors } from '../../../src/domain/plan/graph.ts';
import { schedule } from '../../../src/domain/plan/schedule.ts';
import type { Schedule } from '../../../src/domain/plan/schedule.ts';
import { MINUTE, task } from './planned.ts';

const times = ({ tasks }: Schedule): readonly string[] =>
  tasks.map(({ id, startMs, endMs }) => `${id} ${startMs / MINUTE}-${endMs / MINUTE}`);

describe('schedule', () => {
  it('starts the critical path first, then the longest', () => {
    const plan = [task('docs', 6), task('long', 20), task('core', 15), task('seq', 12, ['core'])];
    const found = schedule(plan, 2, []);
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
    const found = schedule([task('a', 30), task('b', 20), task('c', 10)], 3, [{ a: 'b', b: 'a' }]);
    expect(times(found)).toEqual(['a 0-30', 'c 0-10', 'b 30-50']);
    expect(found.bounds.group.toSorted()).toEqual(['a', 'b']);
    expect(found.bounds.groupMs).toBe(50 * MINUTE);
    expect(found.bounds).toMatchObject({ binding: 'group', bindingMs: 50 * MINUTE });
  });

  it('is the sum with one slot', () => {
    const found = schedule([task('a', 3), task('b', null), task('c', 5, ['b'])], 1, []);
    expect(found.makespanMs).toBe(23 * MINUTE);
    expect(found.makespanMs).toBe(found.serialMs);
  });

  it('says when it is the slots that bind', () => {
    const { bounds } = schedule([task('a', 10), task('b', 10), task('c', 10)], 2, []);
    expect(bounds).toMatchObject({ binding: 'slots', bindingMs: 15 * MINUTE });
  });

  it('is empty for an empty plan', () => {
    expect(schedule([], 4, [])).toMatchObject({ tasks: [], makespanMs: 0, serialMs: 0 });
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
    fc.assert(
      fc.property(plans, pairs, fc.integer({ min: 1, max: 4 }), (plan, drawn, slots) => {
        const excluded = drawn
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => ({ a: `t${a}`, b: `t${b}` }));
        const found = schedule(plan, slots, excluded);
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
          expect(beside.length).toBeLessThanOrEqual(slots);
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
