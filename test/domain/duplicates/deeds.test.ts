import { describe, expect, it } from 'vitest';
import { deedsOf } from '../../../src/domain/duplicates/deeds.ts';

describe('what a text does', () => {
  it('is by the words of its language and by signs, as often as it does it', () => {
    const text = 'function f(all) { for (const each of all) { sum += each % 3; } return sum / 2; }';
    expect(Object.fromEntries(deedsOf(text, 'javascript'))).toEqual({
      iterate: 1,
      sum: 2,
      add: 1,
      remainder: 1,
      divide: 1,
    });
  });

  it('is the same in two languages', () => {
    const one = deedsOf('def f(a):\n    return ",".join(sorted(set(a)))', 'python');
    const other = deedsOf('(a) => [...new Set(a)].toSorted().join(",")', 'javascript');
    expect([...one.keys()].toSorted()).toEqual([...other.keys()].toSorted());
  });

  it('sees no arrow as a sign, and nothing in comments and texts', () => {
    expect(deedsOf('(a) => { /* sort */ return "a % b"; } // join', 'javascript').size).toBe(0);
    expect(deedsOf('fn f(a: u8) -> u8 { a }', 'rust').size).toBe(0);
  });
});
