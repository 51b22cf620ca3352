import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyStyleOf } from '../../../../src/domain/duplicates/copies/copy-paths.ts';
import { deliveredLines } from '../../../../src/domain/duplicates/copies/delivered-lines.ts';
import { mayShare } from '../../../../src/domain/duplicates/copies/shared-runs.ts';
import { substanceOf } from '../../../../src/domain/duplicates/copies/substance.ts';
import type { FileDelta } from '../../../../src/domain/lost-updates/file-delta.ts';

const delta = (hunks: FileDelta['hunks'], more: Partial<FileDelta> = {}): FileDelta => ({
  path: 'src/a.ts',
  from: null,
  before: { mode: '100644', blob: 'old' },
  after: { mode: '100644', blob: 'new' },
  hunks,
  binary: false,
  ...more,
});

describe('lines that a delivery added', () => {
  it('stand where they stand in the file, with something like nothing else in every gap', () => {
    const { added, removed } = deliveredLines([
      delta([
        { line: 3, removed: ['  old   line'], added: ['three', 'four'] },
        { line: 4, removed: ['gone'], added: [] },
        { line: 8, removed: [], added: ['eight'] },
      ]),
    ]);
    expect(added[0]?.text.split('\n')).toEqual([
      '*/ faninGap0x3',
      '',
      'three',
      'four',
      '*/ faninGap0x8',
      '',
      '',
      'eight',
      '',
    ]);
    expect(added[0]).toMatchObject({ path: 'src/a.ts', style: 'slashes', before: 'old' });
    expect([...removed.lines]).toEqual(['old line', 'gone']);
  });

  it('leave what was taken out as runs of words, however its lines were broken', () => {
    const taken = (...lines: readonly string[]) =>
      deliveredLines([delta([{ line: 1, removed: lines, added: [] }])]).removed.runs;
    expect(taken('one(two, three,', '  four, five, six);')).toEqual(
      taken('one(two, three, four, five, six)'),
    );
    expect(taken('one(two, three, four, five, six)').size).toBe(2);
  });

  it('keep their numbers, whatever the hunks are', () => {
    const hunk = fc.record({
      gap: fc.nat(5),
      lines: fc.array(fc.stringMatching(/^[a-z ]{1,8}$/u), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(hunk, { minLength: 1, maxLength: 8 }), (parts) => {
        let line = 1;
        const hunks = parts.map(({ gap, lines }) => {
          line += gap + 1;
          const made = { line, removed: [], added: lines };
          line += lines.length;
          return made;
        });
        const text = deliveredLines([delta(hunks)]).added[0]?.text.split('\n') ?? [];
        for (const { line: at, added } of hunks)
          expect(added.length === 0 || text.slice(at - 1, at - 1 + added.length)).toEqual(
            added.length === 0 || added,
          );
      }),
    );
  });

  it('leave out what nobody wrote by hand, what is no file, and what is too much', () => {
    const lines = (text: string) => [{ line: 1, removed: [], added: text.split('\n') }];
    const none = [
      delta(lines('// @generated\nx')),
      delta(lines('x'), { binary: true }),
      delta(lines('x'), { after: null }),
      delta(lines('x'), { after: { mode: '120000', blob: 'l' } }),
      delta(lines('x'), { path: 'package-lock.json' }),
    ];
    expect(deliveredLines(none)).toMatchObject({ added: [], left: 0 });
    const large = delta(lines('const a = 1;\n'.repeat(50_000)));
    expect(deliveredLines([large, delta(lines('x'))])).toMatchObject({ left: 1, added: [{}] });
  });
});

describe('which files are looked at', () => {
  it.each([
    ['src/a.ts', 'slashes'],
    ['.github/workflows/ci.yml', 'hash'],
    ['worker/Dockerfile', 'hash'],
    ['Dockerfile.dev', 'hash'],
    ['CMakeLists.txt', 'hash'],
    ['db/one.sql', 'dashes'],
    ['a.ini', 'semicolon'],
    ['package-lock.json', null],
    ['sub/package.json', null],
    ['node_modules/a/b.js', null],
    ['src/__snapshots__/a.js', null],
    ['test/fixtures/a.py', null],
    ['public/a.min.js', null],
    ['api/a.pb.go', null],
    ['go.sum', null],
    ['schemas/plan.schema.json', null],
    ['README.md', null],
    ['data.csv', null],
    ['a', null],
    ['', null],
  ])('%s', (path, style) => {
    expect(copyStyleOf(path)).toBe(style);
  });
});

describe('a look at words', () => {
  it('passes every text that has eleven words of another in their order', () => {
    const word = fc.stringMatching(/^[a-zA-Z_][a-z0-9]{0,6}$/u);
    const gap = fc.constantFrom(' ', ' = ', '(', ', ', '\n  ', '": "');
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 11, maxLength: 20 }),
        fc.array(gap, { minLength: 20, maxLength: 20 }),
        fc.array(gap, { minLength: 20, maxLength: 20 }),
        (words, ones, others) => {
          const text = (gaps: readonly string[]) =>
            words.map((each, at) => `${each}${gaps[at] ?? ' '}`).join('');
          expect(mayShare([text(ones)])(`before ${text(others)} after`)).toBe(true);
        },
      ),
    );
  });

  it('passes by what has nothing in common, and the same few words again and again', () => {
    const isNear = mayShare(['one two three four five six seven eight nine ten eleven']);
    expect(isNear('eleven ten nine eight seven six five four three two one')).toBe(false);
    expect(isNear('x x x x x x x x x x x x x x x x')).toBe(false);
    expect(mayShare([])('a b c d e f g h i j k l m')).toBe(false);
  });
});

describe('what a block says of its own', () => {
  it.each([
    [
      'imports',
      ["import { a } from 'a';", 'import {', '  b,', '  c,', "} from 'b';", 'use std::fmt;'],
      0,
    ],
    ['a list of imports without its beginning', ['  b,', '  type c,', "} from 'b';"], 0],
    ['comments and brackets', ['// a b c', ' * d e f', '});', '}', '# a comment', '-- another'], 0],
    ['accessors', ['public String getName() {', 'return name;', 'this.name = name;'], 0],
    ['code', ['const a = f(b);', 'if (a) return c;'], 2],
    ['code after imports', ["import a from 'a';", 'run(a, b);'], 1],
  ])('%s', (_what, lines, expected) => {
    expect(substanceOf(lines).lines).toBe(expected);
  });

  it('is known by its first line with some words', () => {
    expect(substanceOf(['...range,', 'const a = find(range);', 'x']).first).toBe(
      'const a = find(range);',
    );
    expect(substanceOf(['}', 'x']).first).toBe('x');
    expect(substanceOf([])).toEqual({ lines: 0, words: 0, first: '' });
  });
});
