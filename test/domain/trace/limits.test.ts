import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, LIMITS } from '../../../src/domain/trace/limits.ts';

test('a text that fits stays as it is', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe('ab…');
});

test('no text is longer than its limit, and none ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      const short = cut(text.repeat(4), LIMITS.reason);
      expect(short.length).toBeLessThanOrEqual(LIMITS.reason);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});
