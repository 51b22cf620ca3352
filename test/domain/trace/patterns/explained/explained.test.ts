import { describe, expect, it } from 'vitest';
import { EXPLAINED } from '../../../../../src/domain/trace/patterns/explained/explained.ts';
import { LABELS } from '../../../../../src/domain/trace/patterns/pattern.ts';
import { THRESHOLDS } from '../../../../../src/domain/trace/patterns/thresholds.ts';

const all = Object.entries(EXPLAINED);

describe('EXPLAINED', () => {
  it('names each pattern as its code does', () => {
    expect(all.map(([code]) => code).toSorted()).toEqual(Object.keys(LABELS).toSorted());
    for (const [code, { name }] of all) expect(name.toLowerCase().replaceAll(' ', '-')).toBe(code);
  });

  it('uses every threshold for a pattern, and says each thing in whole sentences', () => {
    const used = new Set(all.flatMap(([, { thresholds }]) => [...thresholds]));
    expect(
      Object.keys(THRESHOLDS).filter((name) => ![...used].some((each) => each === name)),
    ).toEqual([]);
    for (const [, { what, detected, prevented }] of all)
      for (const sentence of [what, detected, prevented]) expect(sentence).toMatch(/^[A-Z"].*\.$/);
  });
});
