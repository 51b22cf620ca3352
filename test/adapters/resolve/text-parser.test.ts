import { describe, expect, it, vi } from 'vitest';
import { textParser } from '../../../src/adapters/resolve/text-parser.ts';

const parser = textParser();

describe('a text', () => {
  it.each([
    ['a.json', '{"a":1}'],
    ['a.yaml', 'a: 1\n---\nb: 2\n'],
    ['a.yml', ''],
    ['a.toml', 'a = 1\n'],
    ['a.ts', 'enum A { B }\nexport const a: number = A.B;\n'],
    ['a.mjs', "import a from 'a';\nawait a();\n"],
    ['README.md', '{'],
    ['a.tsx', 'const = <'],
  ])('%s %j is what it says, or nobody can tell', async (path, text) => {
    expect(await parser.broken(path, text)).toBeNull();
  });

  it.each([
    ['a.json', '{"a":1,}'],
    ['a.yaml', 'a: 1\na: 2\n'],
    ['a.toml', 'a = 1\na = 2\n'],
    ['a.ts', 'export const a = {\n'],
    ['a.js', "import a from 'a'\nimport\n"],
  ])('%s %j is broken, in one line', async (path, text) => {
    expect(await parser.broken(path, text)).toMatch(/^.+$/u);
  });

  it('is read without a word to whoever looks on', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    await parser.broken('a.ts', 'const a: number = 1;');
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('is left to another parser where none is at hand, and to that alone', async () => {
    const both = textParser(async (path) => `no ${path}`);
    expect(await both.broken('a.py', 'x')).toBe('no a.py');
    expect(await both.broken('a.json', '{}')).toBeNull();
  });
});
