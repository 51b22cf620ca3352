import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAdditive } from '../../../src/domain/resolve/additive.ts';
import type { ListKind } from '../../../src/domain/resolve/additive.ts';

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

const merged = (text: string, importsAlone = false) =>
  mergeAdditive(text, NAMES, importsAlone ? 'imports' : 'code');

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

/** The places of a text as they come out; or why they do not. */
const joined = (kind: ListKind, ours: readonly string[], theirs: readonly string[]) => {
  const result = mergeAdditive(marked('top', { ours, theirs }, 'end'), NAMES, kind);
  return result.ok ? result.value.text.split('\n').slice(1, -1) : result.error;
};

describe('a line that both sides have added', () => {
  it.each([
    [
      'the first line of a longer import',
      ['from .a import (', '    one,', ')'],
      ['from .a import (', '    two,', ')'],
    ],
    [
      'the first line of an entry',
      ['- method: GET', '  path: /a'],
      ['- method: GET', '  handler: b'],
    ],
    ['an entry below another', ['- a', '  - x'], ['- b', '  - x']],
    [
      'an import inside of a function',
      ['def a():', '    import os'],
      ['def b():', '    import os'],
    ],
    [
      'an include under a condition',
      ['#ifdef A', '#include <x.h>', '#endif'],
      ['#ifdef B', '#include <x.h>', '#endif'],
    ],
  ])('stands twice where it is %s', (_, ours, theirs) => {
    expect(joined('code', ours, theirs)).toEqual([...ours, ...theirs]);
  });

  it('stands once where it is a whole entry of a flat list', () => {
    expect(joined('code', ['- a', '- b'], ['- b', '- c'])).toEqual(['- a', '- b', '- c']);
  });

  it('is no import alone where it is the first line of one', () => {
    expect(joined('imports', ['from a import ('], ['import b'])).toContain('more than imports');
  });

  it.each(['=======', '||||||| ccc'])('is left alone where it reads %s, as a mark does', (line) => {
    expect(joined('prose', ['a'], ['b', line])).toContain('mark');
  });
});

describe('sections that both sides have added', () => {
  it.each([
    [
      'one release and a line for the one to come',
      ['## 1.2.0', ''],
      ['- new'],
      ['- new', '## 1.2.0', ''],
    ],
    [
      'a release and a section for the one to come',
      ['## 1.2.0'],
      ['### Fixed', '- b'],
      ['### Fixed', '- b', '## 1.2.0'],
    ],
    [
      'two of one kind',
      ['### Added', '- `a`'],
      ['### Removed', '- `a`'],
      ['### Added', '- `a`', '### Removed', '- `a`'],
    ],
    [
      'the same one',
      ['## Next', '', '- a', ''],
      ['## Next', '', '- b', ''],
      ['## Next', '', '- a', '', '- b', ''],
    ],
    [
      'the same one, underlined',
      ['Next', '----', '- a'],
      ['Next', '----', '- a', '- b'],
      ['Next', '----', '- a', '- b'],
    ],
    [
      'lines for the one above, and a new one',
      ['- a'],
      ['- b', '', '## 1.2.0'],
      ['- a', '- b', '', '## 1.2.0'],
    ],
  ])('keep each line below its heading: %s', (_, ours, theirs, both) => {
    expect(joined('prose', ours, theirs)).toEqual(both);
  });

  it.each([
    [
      'a line of both has to be above the other’s heading',
      ['- a', '## 1.2.0'],
      ['- b', '## 1.3.0'],
      'below a heading',
    ],
    [
      'one of several sections is the same',
      ['### Added', '- a', '### Fixed', '- x'],
      ['### Fixed', '- y'],
      '“### Fixed”',
    ],
  ])('are left alone where %s', (_, ours, theirs, says) => {
    expect(joined('prose', ours, theirs)).toContain(says);
  });

  it('are lines like others in code', () => {
    expect(joined('code', ['# a', 'a()'], ['b()'])).toEqual(['# a', 'a()', 'b()']);
  });
});

it('whatever was added to prose, each line stays below the heading that it had', () => {
  const line = fc.constantFrom('- a', '- b', '## one', '## two', '### in', '');
  const lines = fc.array(line, { minLength: 1, maxLength: 5 });
  /** Each line with the headings that it is below. */
  const placed = (all: readonly string[]): ReadonlySet<string> => {
    let above: readonly string[] = [];
    const found = new Set<string>();
    for (const each of all) {
      const level = each.indexOf(' ');
      if (each.startsWith('#'))
        above = [...above.filter((heading) => heading.indexOf(' ') < level), each];
      if (each !== '') found.add(`${above.join(' ')} | ${each}`);
    }
    return found;
  };
  fc.assert(
    fc.property(lines, lines, (ours, theirs) => {
      const result = joined('prose', ours, theirs);
      if (typeof result === 'string') return;
      expect(placed(result)).toEqual(new Set([...placed(ours), ...placed(theirs)]));
    }),
  );
});
