import { describe, expect, it } from 'vitest';
import { createSourceReader } from '../../../src/adapters/source/source-reader.ts';
import { givenBy } from '../../../src/domain/duplicates/given.ts';

const givenIn = async (path: string, text: string) => {
  const read = await createSourceReader().read([{ path, text }]);
  const [first] = read.ok ? read.value.definitions.filter(({ kind }) => kind === 'function') : [];
  if (first === undefined) throw new Error('no function was read');
  return [...givenBy(first).keys()];
};

describe('what a function gives back', () => {
  it.each([
    ['a.ts', 'export function f(a: string, b: number): boolean { return a.length > b; }'],
    ['a.py', 'def f(a: str, b: int) -> bool:\n    return len(a) > b\n'],
    ['a.go', 'package x\nfunc F(a string, b int) bool { return len(a) > b }\n'],
    ['a.rs', 'pub fn f(a: &str, b: usize) -> bool { a.len() > b }\n'],
    ['A.java', 'class A { public static boolean f(String a, int b) { return a.length() > b; } }'],
  ])('is the same in every language: %s', async (path, text) => {
    expect(await givenIn(path, text)).toEqual(['boolean']);
  });

  it('is of a type of its own what it is called', async () => {
    expect(
      await givenIn('a.ts', 'export const f = (all: readonly Cart[]): Promise<Ship> => g(all);'),
    ).toEqual(['ship']);
  });

  it('is nothing where nothing is said', async () => {
    expect(await givenIn('a.js', 'export function f(a, b) { return a > b; }')).toEqual([]);
  });
});
