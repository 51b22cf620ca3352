import { describe, expect, it } from 'vitest';
import { addedOf, exportChanges, usesOf } from '../../../src/domain/duplicates/addition.ts';
import type { Addition } from '../../../src/domain/duplicates/addition.ts';
import { betweenTwo } from '../../../src/domain/duplicates/compare.ts';
import type { Compared } from '../../../src/domain/duplicates/compare.ts';
import type { Definition } from '../../../src/domain/duplicates/definition.ts';
import { findingText, keptOf, whatToDo } from '../../../src/domain/duplicates/what-to-do.ts';
import { outsideKey, outsideNames } from '../../../src/domain/duplicates/outside-names.ts';

const def = (more: Partial<Definition>): Definition => ({
  kind: 'function',
  family: 'javascript',
  name: 'load',
  path: 'src/a.ts',
  line: 3,
  endLine: 4,
  exported: true,
  owner: null,
  doc: '',
  params: [],
  signature: '(id: string)',
  text: '',
  ...more,
});
const side = (name: string, addition: Partial<Addition>): Compared => ({
  name,
  addition: { added: [], exports: [], uses: [], skipped: [], ...addition },
  profiles: [],
});
const between = (one: Partial<Addition>, other: Partial<Addition>) =>
  betweenTwo(side('one', one), side('two', other), () => 1);

describe('what a delivery adds', () => {
  it('is what no file had, wherever it lies now', () => {
    const before = [def({}), def({ name: 'moved', path: 'src/old.ts' })];
    const after = [def({}), def({ name: 'moved', path: 'src/new.ts' }), def({ name: 'fresh' })];
    expect(addedOf(before, after).map(({ name }) => name)).toEqual(['fresh']);
    expect(exportChanges(before, after)).toEqual([]);
  });

  it('says which exports are gone or used in another way, and not what is nobody else’s', () => {
    const before = [
      def({}),
      def({ name: 'gone' }),
      def({ name: 'own', exported: false }),
      def({ name: 'helper', path: 'test/a.ts' }),
    ];
    const after = [def({ signature: '(id: number)' })];
    expect(exportChanges(before, after)).toMatchObject([
      { change: 'changed', name: 'load', before: 'load(id: string)', after: 'load(id: number)' },
      { change: 'removed', name: 'gone', after: '' },
    ]);
  });

  it('says what it has come to use, and where', () => {
    const uses = usesOf(
      'b.ts',
      'load(1);\n',
      "import { load, save } from './a.js';\nload(1);\nsave(2);\n",
    );
    const lines = uses.map(({ name, line }) => [name, line]);
    expect(lines).toContainEqual(['save', 1]);
    expect(lines).toContainEqual(['load', 1]);
    expect(usesOf('b.ts', 'load(1);\n', 'load(1);\n')).toEqual([]);
  });
});

describe('two deliveries', () => {
  it('are rivals where both define one name to the outside', () => {
    const route = def({ kind: 'route', family: 'any', name: 'GET /a/:id' });
    const same = { ...route, name: 'GET /a/:key', path: 'src/b.ts' };
    expect(between({ added: [route] }, { added: [same] })).toMatchObject([{ kind: 'rival' }]);
    const table = def({ kind: 'table', family: 'any', name: 'Users' });
    expect(
      between({ added: [table] }, { added: [{ ...table, name: 'users', path: 'b.sql' }] }),
    ).toHaveLength(1);
    expect(between({ added: [def({})] }, { added: [def({ path: 'src/b.ts' })] })).toHaveLength(1);
  });

  it('are none over what is nobody else’s, in one file, in tests, or called as everything is', () => {
    const other = { path: 'src/b.ts' };
    for (const [one, two] of [
      [def({}), def({})],
      [def({ exported: false }), def({ ...other, exported: false })],
      [def({ owner: 'A' }), def({ ...other, owner: 'B' })],
      [def({ path: 'test/a.ts' }), def({ path: 'test/b.ts' })],
      [def({ name: 'setup' }), def({ ...other, name: 'setup' })],
      [def({ family: 'go', path: 'a/x.go' }), def({ family: 'go', path: 'b/x.go' })],
    ] as const)
      expect(between({ added: [one] }, { added: [two] })).toEqual([]);
  });

  it('have no contract where one changes what the other has begun to use', () => {
    const exports = exportChanges([def({})], [def({ signature: '(id: number)' })]);
    const uses = usesOf('src/b.ts', '', "import { load } from './a.js';\nload('x');\n");
    const [finding] = between({ exports }, { uses });
    expect(finding).toMatchObject({
      kind: 'contract',
      a: { of: 'one' },
      b: { of: 'two', path: 'src/b.ts', line: 1 },
    });
    expect(between({ uses }, { exports })).toHaveLength(1);
    // A file that does not reach it means another one.
    expect(between({ exports }, { uses: usesOf('src/b.ts', '', 'const load = 1;\n') })).toEqual([]);
    if (finding === undefined) throw new Error('unreachable');
    expect(findingText(finding)).toContain('load(id: string) to load(id: number)');
    expect(whatToDo(finding)).toMatch(/^Land one first and fit src\/b\.ts to it/u);
  });

  it('keep what is there already, or what has more users', () => {
    const a = {
      of: 'one',
      symbol: 'x',
      kind: 'function',
      path: 'x.ts',
      line: 1,
      users: 1,
    } as const;
    const b = { ...a, of: 'two', users: 4 };
    const finding = { kind: 'duplicate', a, b, score: 1, why: 'so' } as const;
    expect(keptOf(finding)[0]).toBe(b);
    expect(findingText(finding)).toContain('more users (4 files against 1)');
    const known = { ...a, of: null, users: 0 };
    expect(keptOf({ ...finding, b: known })[0]).toBe(known);
    expect(whatToDo({ ...finding, b: known })).toMatch(/^Use x of x\.ts instead/u);
  });
});

describe('names to the outside', () => {
  const named = (text: string, path = 'a.ts') =>
    outsideNames(text, path).map((each) => outsideKey(each));
  it.each([
    ["router.post('/a', create);", ['route POST /a']],
    ["await client.get('/a', { headers });", []],
    ["// app.get('/a', f)", []],
    ['@bp.route("/a/<int:n>", methods=["PUT"])', ['route PUT /a/:']],
    ['mux.HandleFunc("/a/", f)', ['route /a']],
    ['.route("/a/{id}", get(show))', ['route GET /a/:']],
    ["pgTable('Users', {})", ['table users']],
    ["program.command('deploy <where>')", ['command deploy']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });
});
