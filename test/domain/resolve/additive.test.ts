import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAdditive } from '../../../src/domain/resolve/additive.ts';

const NAMES = { ours: 'aaa', theirs: 'bbb' };

interface Place {
  readonly ours: readonly string[];
  readonly base?: readonly string[];
  readonly theirs: readonly string[];
}

const conflict = ({ ours, base = [], theirs }: Place): readonly string[] => [
  '<<<<<<< aaa',
  ...ours,
  '||||||| ccc',
  ...base,
  '=======',
  ...theirs,
  '>>>>>>> bbb',
];

const marked = (...parts: readonly (string | Place)[]): string =>
  parts.flatMap((part) => (typeof part === 'string' ? [part] : conflict(part))).join('\n');

const merged = (text: string, importsAlone = false) => mergeAdditive(text, NAMES, { importsAlone });

describe('a list that both sides have added to', () => {
  it('has what both added, ours first', () => {
    const text = marked('# Changes', { ours: ['- one'], theirs: ['- two'] }, '- old', '');
    expect(merged(text)).toEqual({
      ok: true,
      value: { text: '# Changes\n- one\n- two\n- old\n', places: 1 },
    });
  });

  it('has an import once that both have added, and a closing line as often as it was', () => {
    const text = marked({
      ours: ["export * from './a.ts';", 'f({', '});'],
      theirs: ["export * from './a.ts';", 'g({', '});'],
    });
    expect(merged(text)).toMatchObject({
      value: { text: "export * from './a.ts';\nf({\n});\ng({\n});" },
    });
  });

  it.each([
    ['a line that was there', { ours: ['a'], base: ['c'], theirs: ['b'] }, false],
    ['nothing on one side', { ours: [], theirs: ['b'] }, false],
    ['more than imports', { ours: ["import a from 'a';"], theirs: ['run();'] }, true],
  ])('is left alone where the conflict is about %s', (_, place, importsAlone) => {
    expect(merged(marked('x', place), importsAlone).ok).toBe(false);
  });

  it.each([
    "import { a } from './a.ts';",
    "export { a } from './a.ts';",
    'from a import b',
    'import os',
    'use std::fs;',
    'pub mod tree;',
    '#include <a.h>',
    "const a = require('a');",
  ])('takes %s for an import', (line) => {
    expect(merged(marked({ ours: [line], theirs: ["import z from 'z';"] }), true).ok).toBe(true);
  });

  it('is left alone without a conflict that git shows, and in the middle of one', () => {
    expect(merged('a\nb\n').ok).toBe(false);
    expect(merged('<<<<<<< aaa\nb\n').ok).toBe(false);
  });
});

it('whatever was added, no line of either side or of the base is lost, and none is invented', () => {
  const line = fc.constantFrom('- a', '- b', "import x from 'x';", '}', '', '=== =', 'text');
  const lines = fc.array(line, { minLength: 1, maxLength: 4 });
  const place = fc.record({ ours: lines, theirs: lines });
  fc.assert(
    fc.property(fc.array(fc.oneof(line, place), { maxLength: 6 }), (parts) => {
      const result = merged(marked(...parts));
      const places = parts.filter((part) => typeof part !== 'string');
      expect(result.ok).toBe(places.length > 0);
      if (!result.ok) return;
      const given = new Set(
        parts.flatMap((part) =>
          typeof part === 'string' ? [part] : [...part.ours, ...part.theirs],
        ),
      );
      expect(new Set(result.value.text.split('\n'))).toEqual(given);
    }),
  );
});
