import { describe, expect, it } from 'vitest';
import { saidOnce } from '../../../../src/domain/duplicates/copies/said-once.ts';
import type { CodeFinding, Side } from '../../../../src/domain/duplicates/finding.ts';

const side = (of: string, kind: Side['kind'], line: number, endLine: number): Side => ({
  of,
  symbol: 'x',
  kind,
  path: `${of}.ts`,
  line,
  endLine,
  users: null,
});
const finding = (
  kind: Side['kind'],
  line: number,
  endLine: number,
  turned = false,
): CodeFinding => {
  const [a, b] = [side('one', kind, line, endLine), side('two', kind, line, endLine)];
  return { kind: 'duplicate', score: 1, why: '', ...(turned ? { a: b, b: a } : { a, b }) };
};

describe('one place, one finding', () => {
  it.each([
    [
      'the function that is the block',
      [finding('function', 3, 20)],
      finding('block', 5, 18),
      ['function'],
    ],
    [
      'the same with its sides turned',
      [finding('function', 3, 20, true)],
      finding('block', 5, 18),
      ['function'],
    ],
    [
      'functions that make up most of it',
      [finding('function', 1, 9), finding('type', 10, 18)],
      finding('block', 1, 20),
      ['function', 'type'],
    ],
    [
      'the block, where a function is a small part of it',
      [finding('function', 4, 6)],
      finding('block', 1, 20),
      ['block'],
    ],
    [
      'both, where they only touch',
      [finding('function', 18, 40)],
      finding('block', 1, 20),
      ['function', 'block'],
    ],
  ] as const)('%s', (_what, definitions, copy, expected) => {
    expect(saidOnce(definitions, [copy]).map(({ a }) => a.kind)).toEqual(expected);
  });

  it('takes neither rivals nor other files for the same place', () => {
    const rival: CodeFinding = { ...finding('function', 1, 20), kind: 'rival' };
    expect(saidOnce([rival], [finding('block', 1, 20)])).toHaveLength(2);
    const elsewhere = finding('function', 1, 20);
    const moved = { ...elsewhere, b: { ...elsewhere.b, path: 'other.ts' } };
    expect(saidOnce([moved], [finding('block', 1, 20)])).toHaveLength(2);
  });
});
