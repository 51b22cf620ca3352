import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areAnyBeside,
  overlap,
  type RanAgent,
} from '../../../../src/domain/trace/patterns/session-view.ts';
import { madeAgent } from '../../../support/made-trace.ts';

/** Spans of one agent are in order, without overlaps. */
const agents = fc.array(
  fc
    .uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 6 })
    .map((times) => times.toSorted((a, b) => a - b))
    .map((times): RanAgent => {
      const live = times.flatMap((from, index) =>
        index % 2 === 0 && times[index + 1] !== undefined
          ? [{ from, to: times[index + 1] ?? from }]
          : [],
      );
      return { ...madeAgent('a', { live }), from: 0, to: 20 };
    }),
  { maxLength: 4 },
);

test('two of several are beside each other when any two overlap', () => {
  fc.assert(
    fc.property(agents, (all) => {
      const anyTwo = all.some((a) => all.some((b) => a !== b && overlap(a, b)));
      expect(areAnyBeside(all)).toBe(anyTwo);
    }),
  );
});
