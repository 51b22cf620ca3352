import { describe, expect, it } from 'vitest';
import { createSourceReader } from '../../../src/adapters/source/source-reader.ts';
import type { Definition } from '../../../src/domain/duplicates/definition.ts';

const read = async (path: string, text: string) => {
  const facts = await createSourceReader().read([{ path, text }]);
  if (!facts.ok) throw new Error(facts.error.message);
  return facts.value;
};
const brief = ({ kind, name, exported, params }: Definition): string =>
  `${kind} ${name}${exported ? ' exported' : ''} (${params.join(', ')})`;
const briefs = async (path: string, text: string) =>
  (await read(path, text)).definitions.map(brief);

describe('what a file defines', () => {
  it('in TypeScript: functions of every form, types, constants, routes', async () => {
    const text = `/** Adds. */
export function add(a: number, b = 2): number { const inner = () => 1; return a + b + inner(); }
const twice = async <T>(value: (x: T) => T, ...rest: T[]): Promise<T> => value(rest[0]!);
export const one = x => x;
export interface Point { x: number; y?: number }
class Shape { constructor(private name: string) {} area(scale: number) { return scale; } }
export const NAMES = {
  a: 'x; y',
};
app.get('/users/:id', async (request, response) => { response.end(); });
export { twice };
`;
    expect((await briefs('a.ts', text)).toSorted()).toEqual([
      'constant NAMES exported ()',
      'function add exported (a, b)',
      'function area (scale)',
      'function constructor (name)',
      'function one exported (x)',
      'function twice exported (value, rest)',
      'route GET /users/:id exported ()',
      'type Point exported (x, y)',
      'type Shape ()',
    ]);
    const [first] = (await read('a.ts', text)).definitions;
    expect(first).toMatchObject({
      doc: 'Adds.',
      line: 2,
      endLine: 2,
      signature: '(a: number, b = 2): number',
    });
  });

  it.each([
    ['a.rs', 'pub fn f(a: &str) -> [u64; 3] { [0; 3] }', '(a: &str)-> [u64; 3]'],
    ['a.py', 'def f(a: str) -> int:\n    return 1\n', '(a: str)-> int'],
    [
      'a.go',
      'package a\nfunc F(a []byte) ([3]int, error) { return g(a) }\n',
      '(a []byte)([3]int, error)',
    ],
  ])('with what a function gives back as it stands: %s %s', async (path, text, signature) => {
    const { definitions } = await read(path, text);
    expect(definitions.find(({ kind }) => kind === 'function')).toMatchObject({ signature });
  });

  it.each([
    [
      'a.py',
      '@dataclass\nclass Job:\n    id: str\n    tries: int\n\nSTOP = {"a"}\n\ndef _go(self, n=1, *rest):\n    """Goes."""\n    return n\n',
      ['constant STOP exported ()', 'function _go (n, rest)', 'type Job exported (id, tries)'],
    ],
    [
      'a.go',
      'package a\n\ntype Point struct {\n\tX int\n\tY int\n}\n\nconst Most = 3\n\n// Go goes.\nfunc (p *Point) Go(a, b int) error { return nil }\n',
      ['constant Most exported ()', 'function Go exported (a, b)', 'type Point exported (X, Y)'],
    ],
    [
      'a.rs',
      'pub struct P { pub x: u32, y: u32 }\nconst MOST: u32 = 3;\nimpl P {\n    pub fn go(&mut self, n: &str) -> u32 { 1 }\n}\nfn own() {}\n',
      ['constant MOST ()', 'function go exported (n)', 'function own ()', 'type P exported (x, y)'],
    ],
    [
      'A.java',
      'public class A {\n  public static final int MOST = 3;\n  @GetMapping("/a/{id}")\n  public String show(String id) { return id; }\n  void own(List<String> list, int n) { }\n}\nrecord R(int a, String b) {}\n',
      [
        'constant MOST exported ()',
        'function own (list, n)',
        'route GET /a/{id} exported ()',
        'type A exported ()',
        'type R (a, b)',
      ],
    ],
    [
      'a.sql',
      'create table if not exists users (id int);\n-- create table old (id int);\n',
      ['table users exported ()'],
    ],
  ])('in %s', async (path, text, expected) => {
    expect((await briefs(path, text)).toSorted()).toEqual(expected);
  });

  it('is not looked for in what nobody wrote by hand, and that is said', async () => {
    const why = async (text: string) => (await read('a.ts', text)).skipped.map((each) => each.why);
    expect(await why('// @generated\nexport const a = 1;\n')).toEqual(['generated']);
    expect(await why(`var a=${'1+'.repeat(3_000)}1`)).toEqual(['minified']);
    expect(await why('export const a = 1;\n'.repeat(40_000))).toEqual(['too large']);
    expect(
      await why(`${'const a = 1;\n'.repeat(900)}const b = "${'/*'.repeat(3_000)}";\n`),
    ).toEqual(['minified']);
    expect(await why('<<<<<<< ours\nconst a = 1;\n')).toEqual(['does not parse']);
    expect(await why(')))) ((( let 1 = ;;; }{')).toEqual(['does not parse']);
    expect(createSourceReader().reads('a.d.ts')).toBe(false);
  });
});

describe('text that is written to keep a reader busy', () => {
  it.each([
    ['a.ts', `export type T =\n${'  | "/*"\n'.repeat(30_000)};\n`],
    ['a.ts', 'export {\n'.repeat(30_000)],
    ['A.java', '@RequestMapping("/a")\n'.repeat(15_000)],
    ['a.ts', `${'a '.repeat(1_900)}{\n`.repeat(100)],
  ])('is read in no time: %s', async (path, text) => {
    const started = performance.now();
    await read(path, text);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
