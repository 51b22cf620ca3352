import { describe, expect, it } from 'vitest';
import { parseYamlSource } from '../../../src/adapters/config/yaml-source.ts';
import { shown } from './shown.ts';

const failuresOf = (text: string): readonly string[] => {
  const source = parseYamlSource('f.yaml', text);
  return (source.ok ? source.value.failures([]) : source.error).map(shown);
};

const valueOf = (text: string): unknown => {
  const source = parseYamlSource('f.yaml', text);
  if (!source.ok) throw new Error(source.error.map(shown).join('\n'));
  return source.value.value;
};

describe('what is no good YAML', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'an open list',
      'a: [b\n',
      [
        'yaml-syntax  f.yaml:2:1  not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]\n\n^',
      ],
    ],
    [
      'a colon in text',
      'prompt: fix: this\n',
      [
        'yaml-syntax  f.yaml:1:9  not valid YAML: nested mappings are not allowed in compact mappings\nprompt: fix: this\n        ^ put text that holds `: ` in quotes',
      ],
    ],
    [
      'a tab',
      'a:\n\tb: 1\n',
      [
        'yaml-syntax  f.yaml:2:1  not valid YAML: tabs are not allowed as indentation\n b: 1\n^ indent with spaces',
      ],
    ],
    [
      'mistakes on two lines',
      'a: "x\\q"\nb: "y\\q"\n',
      [
        'yaml-syntax  f.yaml:1:6  not valid YAML: invalid escape sequence \\q\na: "x\\q"\n     ^',
        'yaml-syntax  f.yaml:2:6  not valid YAML: invalid escape sequence \\q\nb: "y\\q"\n     ^',
      ],
    ],
    [
      'two documents',
      'a: 1\n---\nb: 2\n',
      [
        'multiple-documents  f.yaml:2:1  the file holds more than one document\n---\n^ keep one document and remove the line `---`',
      ],
    ],
    [
      'keys that are there twice',
      'a: 1\nb: { c: 1, c: 2 }\na: 3\n',
      [
        'duplicate-key  f.yaml:2:12  b.c: "c" is there twice\nb: { c: 1, c: 2 }\n           ^ keep one, or rename it',
        'duplicate-key  f.yaml:3:1  a: "a" is there twice\na: 3\n^ keep one, or rename it',
      ],
    ],
    [
      'a key that is no text',
      'a: { ? [b] : c }\n',
      ['bad-key  f.yaml:1:8  a: a key must be plain text\na: { ? [b] : c }\n       ^^^'],
    ],
    [
      'the key of the prototype',
      'a: { __proto__: 1 }\n',
      [
        'bad-key  f.yaml:1:6  a: no key can be named "__proto__"\na: { __proto__: 1 }\n     ^^^^^^^^^',
      ],
    ],
    [
      'a tag',
      'a: !!binary aGk=\n',
      [
        'tag  f.yaml:1:13  a: the tag tag:yaml.org,2002:binary means nothing here\na: !!binary aGk=\n            ^^^^ remove the tag',
      ],
    ],
    [
      'an alias without its anchor',
      'a: *b\nb: &b 1\n',
      ['alias  f.yaml:1:4  a: there is no anchor &b before this alias\na: *b\n   ^^'],
    ],
    [
      'an alias that leads into itself',
      'a: &a { b: *a }\n',
      ['alias  f.yaml:1:12  a.b: the alias *a leads into itself\na: &a { b: *a }\n           ^^'],
    ],
  ])('%s', (_, text, expected) => {
    expect(failuresOf(text)).toEqual(expected);
  });

  it('aliases that multiply', () => {
    const lines = ['a0: &a0 [1,1,1,1,1,1,1,1,1,1]'];
    for (let n = 1; n < 12; n += 1)
      lines.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join()}]`,
      );
    expect(failuresOf(lines.join('\n'))).toEqual([
      expect.stringMatching(
        /^too-many-aliases {2}f\.yaml:\d+:\d+ {2}a\d: aliases add more than 10000 values\n/u,
      ),
    ]);
  });

  it.each([
    ['lists', '['.repeat(20_000)],
    ['closed lists', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['lists in a line', '- '.repeat(20_000)],
    ['mappings', '{a: '.repeat(20_000)],
    ['keys', '? '.repeat(20_000)],
    ['lines', Array.from({ length: 200 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
  ])('nesting without end: %s', (_, text) => {
    const found = failuresOf(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^too-deep {2}f\.yaml:\d+:\d+ {2}nested more than 64 deep\n/u);
  });

  it('nesting by aliases', () => {
    const lines = ['a0: &a0 [1]'];
    for (let n = 1; n < 70; n += 1) lines.push(`a${n}: &a${n} [*a${n - 1}]`);
    expect(failuresOf(lines.join('\n'))[0]).toMatch(/^too-deep {2}f\.yaml:64:/u);
  });

  it('but takes what is nested as deep as it may be', () => {
    expect(failuresOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toEqual([]);
  });
});

describe('the value', () => {
  it('is plain data, with aliases followed and 1.2 words', () => {
    expect(
      valueOf('a: &x [1, true, ~, off, 1h30m, "q"]\nb: *x\n1: one\nc: |\n  two\n  lines\nd: 20%\n'),
    ).toEqual({
      a: [1, true, null, 'off', '1h30m', 'q'],
      b: [1, true, null, 'off', '1h30m', 'q'],
      '1': 'one',
      c: 'two\nlines\n',
      d: '20%',
    });
  });

  it('goes on after aliases that were too many', () => {
    const many = `a: &a [${'1,'.repeat(5000)}]\nb: [*a, *a, *a]\nc: { d: 1 }\n`;
    expect(valueOf(many)).toMatchObject({ c: { d: 1 } });
  });

  it('of an empty file is null', () => {
    expect(valueOf('')).toBeNull();
    expect(valueOf('# only talk\n')).toBeNull();
  });

  it('keeps keys that objects have by nature', () => {
    expect(Object.keys(valueOf('constructor: 1\ntoString: 2\n') ?? {})).toEqual([
      'constructor',
      'toString',
    ]);
  });
});

describe('the excerpt', () => {
  const mark = (text: string, path: readonly (string | number)[], offset?: number): string => {
    const source = parseYamlSource('f.yaml', text);
    if (!source.ok) throw new Error(source.error.map(shown).join('\n'));
    const more = offset === undefined ? {} : { offset };
    const [found] = source.value.failures([{ code: 'x', path, message: 'm', ...more }]);
    return found?.where?.excerpt ?? '';
  };

  it('marks a block by the key before it', () => {
    expect(mark('a:\n  b: 1\n', ['a'])).toBe('a:\n^');
    expect(mark('a: |\n  text\n', ['a'])).toBe('a: |\n^');
  });

  it('marks what is nearest to a path that is not there', () => {
    expect(mark('a: { b: 1 }\n', ['a', 'c', 'd'])).toBe('a: { b: 1 }\n^');
  });

  it('marks a character in text where it can be found', () => {
    expect(mark('a: bcd\n', ['a'], 2)).toBe('a: bcd\n     ^');
    expect(mark('a: "bcd"\n', ['a'], 2)).toBe('a: "bcd"\n      ^');
    expect(mark('a: "\\tcd"\n', ['a'], 2)).toBe('a: "\\tcd"\n   ^^^^^^');
  });

  it('marks the alias, not what it stands for', () => {
    expect(mark('a: &x { c: 1 }\nb: *x\n', ['b', 'c'])).toBe('b: *x\n   ^^');
  });

  it('cuts long lines around the mark', () => {
    const excerpt = mark(`a: { ${' '.repeat(300)}b: 1, c: ${'x'.repeat(300)} }\n`, ['a', 'b']);
    const [line = '', marks = ''] = excerpt.split('\n');
    expect(line.length).toBeLessThanOrEqual(100);
    expect(line.startsWith('…') && line.endsWith('…')).toBe(true);
    expect(line.charAt(marks.indexOf('^'))).toBe('1');
  });

  it('keeps control characters away from the terminal', () => {
    expect(mark('a: "\u001b[31m\u202eb"\n', ['a'])).toBe('a: "�[31m�b"\n   ^^^^^^^^^');
  });

  it('counts lines with CRLF', () => {
    const source = parseYamlSource('f.yaml', 'a: 1\r\nb: 2\r\n');
    expect(source.ok && source.value.lineOf(['b'])).toBe(2);
    expect(mark('a: 1\r\nb: 2\r\n', ['b'])).toBe('b: 2\n   ^');
  });
});
