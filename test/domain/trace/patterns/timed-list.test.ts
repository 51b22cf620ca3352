import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  between,
  firstAfter,
  isAnyAfter,
  lastBefore,
  soonAfter,
} from '../../../../src/domain/trace/patterns/timed-list.ts';

const lists = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 9 }), odd: fc.boolean() }), { maxLength: 12 })
  .map((all) => all.toSorted((a, b) => a.at - b.at));
const moment = fc.integer({ min: -1, max: 10 });

test('looking in a list by its order finds what looking through all of it finds', () => {
  fc.assert(
    fc.property(lists, moment, moment, (list, from, to) => {
      expect(firstAfter(list, from)).toBe(list.find(({ at }) => at > from));
      expect(firstAfter(list, from, ({ odd }) => odd)).toBe(
        list.find(({ at, odd }) => at > from && odd),
      );
      expect(soonAfter(list, from, ({ odd }) => odd)).toBe(
        list.find(({ at, odd }) => at > from && odd),
      );
      expect(lastBefore(list, to)).toBe(list.findLast(({ at }) => at < to));
      expect(between(list, from, to)).toEqual(list.filter(({ at }) => at > from && at < to));
      expect(isAnyAfter(list, from)).toBe(list.some(({ at }) => at > from));
    }),
  );
});
