import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../../src/cli/reports/csv.ts';
import type { Column, Value } from '../../../src/cli/reports/trace-columns.ts';

const columns: readonly Column<readonly Value[]>[] = [
  ['a', ([a = null]) => a],
  ['b', ([, b = null]) => b],
];

describe('csvOf', () => {
  it('writes names, numbers, empty fields for what is not known, and texts in quotes where they need them', () => {
    expect(
      csvOf(columns, [
        [1.5, null],
        ['x, "y"\nz', true],
      ]),
    ).toBe('a,b\r\n1.5,\r\n"x, ""y""\nz",true\r\n');
  });

  it('makes no formula of a text', () => {
    expect(csvOf(columns, [['=1+1', -1]])).toBe("a,b\r\n'=1+1,-1\r\n");
  });

  it('hides what looks like a secret', () => {
    expect(csvOf(columns, [['sk-ant-ABCDEFGH12345678ABCDEFGH', null]])).toBe(
      'a,b\r\n[hidden],\r\n',
    );
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') }),
            fc.nat(),
          ),
        ),
        (rows) => {
          const shown = rows.map(([text, n]) => [
            text.startsWith('\r') ? `'${text}` : text,
            String(n),
          ]);
          expect(parsed(csvOf(columns, rows))).toEqual([['a', 'b'], ...shown]);
        },
      ),
    );
  });
});

/** A reader of RFC 4180. */
function parsed(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const fields = /("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/gy;
  let row: string[] = [];
  for (const [, field = '', end] of csv.matchAll(fields)) {
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
