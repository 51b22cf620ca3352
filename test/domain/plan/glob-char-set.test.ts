import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  charSet,
  complement,
  hasChar,
  intersect,
  onlyCharOf,
} from '../../../src/domain/plan/glob-char-set.ts';

const LAST = 0x10_ff_ff;
const anyRange = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }));
const anyRanges = fc.array(anyRange, { maxLength: 5 });
const CHARS = Array.from({ length: 22 }, (_, char) => char).concat(LAST);

describe('charSet', () => {
  it('joins ranges that overlap or touch', () => {
    expect(
      charSet([
        [5, 9],
        [1, 2],
        [3, 4],
        [7, 12],
        [20, 18],
      ]),
    ).toEqual([[1, 12]]);
  });

  it('holds what the ranges hold', () => {
    fc.assert(
      fc.property(anyRanges, (ranges) => {
        const set = charSet(ranges);
        for (const char of CHARS) {
          const held = ranges.some(([first, last]) => first <= char && char <= last);
          expect(hasChar(set, char)).toBe(held);
        }
      }),
    );
  });
});

describe('complement', () => {
  it.each([
    [[], [[0, LAST]]],
    [[[0, LAST]], []],
    [[[0, 4]], [[5, LAST]]],
    [[[3, LAST]], [[0, 2]]],
    [
      [
        [2, 3],
        [7, 7],
      ],
      [
        [0, 1],
        [4, 6],
        [8, LAST],
      ],
    ],
  ] as const)('of %j is %j', (set, rest) => {
    expect(complement(set)).toEqual(rest);
  });
});

describe('intersect', () => {
  it('holds what both hold, in the normal form', () => {
    fc.assert(
      fc.property(anyRanges, anyRanges, (a, b) => {
        const [left, right] = [charSet(a), charSet(b)];
        const common = intersect(left, right);
        expect(common).toEqual(charSet(common));
        for (const char of CHARS) {
          expect(hasChar(common, char)).toBe(hasChar(left, char) && hasChar(right, char));
        }
      }),
    );
  });
});

describe('onlyCharOf', () => {
  it('is the character of a set of one', () => {
    expect(onlyCharOf([[0x61, 0x61]])).toBe('a');
    expect(onlyCharOf([[0x1_f6_00, 0x1_f6_00]])).toBe('😀');
  });

  it('is null for none and for several', () => {
    expect(onlyCharOf([])).toBeNull();
    expect(onlyCharOf([[0x61, 0x62]])).toBeNull();
    expect(
      onlyCharOf([
        [0x61, 0x61],
        [0x63, 0x63],
      ]),
    ).toBeNull();
  });
});
