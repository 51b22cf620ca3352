import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeManifest } from '../../../src/domain/resolve/manifest.ts';

const BASE = `{
  "name": "app",
  "scripts": { "test": "vitest" },
  "dependencies": {
    "a": "1.0.0",
    "m": "1.0.0"
  }
}
`;

const merged = (base: string | null, ours: string, theirs: string): string => {
  const result = mergeManifest({ base, ours, theirs });
  if (!result.ok) throw new Error(result.error);
  return result.value.text;
};

describe('a manifest that both sides have changed', () => {
  it('has the keys of both, in their order, in the formatting of our side', () => {
    const ours = BASE.replace('"m": "1.0.0"', '"m": "1.0.0",\n    "z": "1.0.0"');
    const theirs = BASE.replace('"m": "1.0.0"', '"c": "2.0.0",\n    "m": "1.1.0"').replace(
      '{ "test": "vitest" }',
      '{ "test": "vitest", "lint": "oxlint" }',
    );
    const result = mergeManifest({ base: BASE, ours, theirs });
    expect(result).toEqual({
      ok: true,
      value: {
        text: `{
  "name": "app",
  "scripts": { "test": "vitest", "lint": "oxlint" },
  "dependencies": {
    "a": "1.0.0",
    "c": "2.0.0",
    "m": "1.1.0",
    "z": "1.0.0"
  }
}
`,
        took: ['scripts', 'dependencies.m', 'dependencies.c'],
      },
    });
  });

  it('loses what one side has taken out', () => {
    const theirs = BASE.replace('"a": "1.0.0",\n    ', '');
    const ours = BASE.replace('"app"', '"application"');
    expect(JSON.parse(merged(BASE, ours, theirs))).toEqual({
      name: 'application',
      scripts: { test: 'vitest' },
      dependencies: { m: '1.0.0' },
    });
  });

  it('keeps line ends and a text without white space as they are', () => {
    expect(merged('{"a":1}', '{"a":1,"b":2}', '{"a":1,"c":3}')).toBe('{"a":1,"b":2,"c":3}');
    const crlf = '{\r\n\t"a": 1\r\n}\r\n';
    expect(merged(crlf, crlf, crlf.replace('1', '1,\r\n\t"b": 2'))).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}\r\n',
    );
  });

  it.each([
    ['another version', '"a": "2.0.0"', '"a": "3.0.0"', /dependencies\.a is "2.0.0" .* "3.0.0"/u],
    ['taken out and changed', '"x": "1.0.0"', '"a": "3.0.0"', /dependencies\.a is gone/u],
  ])('is left alone where one key is %s on each side', (_, ours, theirs, says) => {
    const of = (line: string): string => BASE.replace('"a": "1.0.0"', line);
    const result = mergeManifest({ base: BASE, ours: of(ours), theirs: of(theirs) });
    expect(result.ok ? '' : result.error).toMatch(says);
  });

  it('is left alone where a package would be in two groups', () => {
    const ours = '{"dependencies":{"z":"1"}}';
    const theirs = '{"devDependencies":{"z":"1"}}';
    expect(mergeManifest({ base: '{}', ours, theirs })).toEqual({
      ok: false,
      error: 'z would be in two groups of dependencies',
    });
  });

  it.each(['[1]', '{', '{"a":1,"a":2}', '{"b":{"a":1,"a":2}}', '\u{feff}{}'])(
    'is left alone where it is %s',
    (text) => {
      expect(mergeManifest({ base: '{}', ours: text, theirs: '{"c":1}' }).ok).toBe(false);
    },
  );
});

describe('keys whose order says something', () => {
  const of = (...keys: readonly string[]): string =>
    JSON.stringify({
      v: 1,
      exports: { '.': Object.fromEntries(keys.map((each) => [each, each])) },
    });
  const base = of('import', 'require');

  it('are in the order that one side gave them', () => {
    const ours = of('types', 'import', 'require', 'default');
    expect(merged(base, ours, base.replace('"v":1', '"v":2'))).toBe(ours.replace('"v":1', '"v":2'));
    const turned = of('require', 'import');
    expect(merged(base, base.replace('"v":1', '"v":2'), turned)).toBe(
      turned.replace('"v":1', '"v":2'),
    );
    expect(merged(base, base.replace(':"import"', ':"b"'), of('node', 'import', 'require'))).toBe(
      of('node', 'import', 'require').replace(':"import"', ':"b"'),
    );
  });

  it.each([
    ['both have added some', of('import', 'require', 'worker'), of('import', 'require', 'default')],
    [
      'one has turned round what the other changes',
      of('require', 'import'),
      base.replace(':"import"', ':"b"'),
    ],
  ])('go back where %s', (_, ours, theirs) => {
    const result = mergeManifest({ base, ours, theirs });
    expect(result.ok ? '' : result.error).toMatch(/^exports\..* on the target and .* here$/u);
  });

  it('are merged where they are no conditions but paths', () => {
    const paths = (...names: readonly string[]): string =>
      JSON.stringify({ exports: Object.fromEntries(names.map((each) => [`./${each}`, each])) });
    expect(merged(paths('b'), paths('b', 'c'), paths('a', 'b'))).toBe(paths('a', 'b', 'c'));
  });
});

describe('a value that git has merged line by line', () => {
  const files = (...names: readonly string[]): string => JSON.stringify({ files: names });
  const of = (both: string) =>
    mergeManifest({
      base: files('b'),
      ours: files('a', 'b'),
      theirs: files('b', 'a', 'c'),
      merged: both,
    });

  it('stands where it is a list with what the sides have', () => {
    const both = files('a', 'b', 'c');
    expect(of(both)).toEqual({ ok: true, value: { text: both, took: ['files'] } });
  });

  it.each([
    ['an entry is there twice', files('a', 'b', 'a', 'c')],
    ['an entry is of neither', files('a', 'b', 'x')],
    ['it is no list', '{"files":{}}'],
    ['it cannot be read', '{'],
  ])('goes back where %s', (_, both) => {
    expect(of(both).ok).toBe(false);
  });
});

it('is left alone where it is nested without an end', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `{"a":${open.repeat(50_000)}1${close.repeat(50_000)}}`;
    expect(mergeManifest({ base: '{}', ours: deep, theirs: '{"b":1}' }).ok).toBe(false);
  }
});

const value = fc.oneof(fc.integer(), fc.string(), fc.constant([1, { x: 'y' }]));
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e"\\', 'f{}');
const flat = fc.dictionary(key, value);
const manifest = fc.dictionary(
  fc.constantFrom('name', 'dependencies', 'scripts'),
  fc.oneof(flat, value),
);
const text = fc
  .tuple(manifest, fc.constantFrom(0, 2, '\t'))
  .map(([json, indent]) => JSON.stringify(json, null, indent));

describe('any three manifests', () => {
  it('give the same whichever side is ours, and never more than the sides have', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const one = mergeManifest({ base, ours, theirs });
        const other = mergeManifest({ base, ours: theirs, theirs: ours });
        expect(one.ok).toBe(other.ok);
        if (!one.ok || !other.ok) return;
        expect(JSON.parse(one.value.text)).toEqual(JSON.parse(other.value.text));
        for (const [path, leaf] of leaves(parsed(one.value.text)))
          expect([at(parsed(ours), path), at(parsed(theirs), path)]).toContainEqual(leaf);
      }),
    );
  });

  it('keep what either side has changed, where the other has not', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const result = mergeManifest({ base, ours, theirs });
        if (!result.ok) return;
        const [b, o, t, m] = [
          parsed(base),
          parsed(ours),
          parsed(theirs),
          parsed(result.value.text),
        ];
        for (const name of new Set([o, t, b].flatMap((each) => Object.keys(each)))) {
          if (same(o[name], b[name])) expect(m[name]).toEqual(t[name]);
          if (same(t[name], b[name])) expect(m[name]).toEqual(o[name]);
        }
      }),
    );
  });

  it('give our own text back where their side has changed nothing', () => {
    fc.assert(
      fc.property(text, text, (base, ours) => {
        const result = mergeManifest({ base, ours, theirs: base });
        if (result.ok) expect(result.value.text).toBe(ours);
      }),
    );
  });
});

type Json = Readonly<Record<string, unknown>>;

const parsed = (json: string): Json => JSON.parse(json) as Json;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isObject = (of: unknown): of is Json =>
  typeof of === 'object' && of !== null && !Array.isArray(of);

const leaves = (
  json: Json,
  path: readonly string[] = [],
): readonly [readonly string[], unknown][] =>
  Object.entries(json).flatMap(([name, of]): readonly [readonly string[], unknown][] =>
    isObject(of) && Object.keys(of).length > 0
      ? leaves(of, [...path, name])
      : [[[...path, name], of]],
  );

const at = (json: unknown, path: readonly string[]): unknown =>
  path.reduce((of: unknown, name) => (isObject(of) ? of[name] : undefined), json);
