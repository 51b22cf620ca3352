import { describe, expect, it } from 'vitest';
import { syntaxFault } from '../../../src/adapters/source/syntax-fault.ts';

describe('the text of a source file', () => {
  it.each([
    [
      '__init__.py',
      'from .a import (\n    one,\n)\nfrom .b import two\n\nmatch one:\n    case 1: pass\n',
    ],
    ['registry.go', 'package a\n\nvar all = map[string]int{\n\t"a": 1,\n}\n'],
    ['mod.rs', 'pub mod a;\nuse a::{b, c};\n'],
    ['Routes.java', 'class Routes { int a = 1; }\n'],
    ['routes.tsx', 'export const a = <A b={1}>{(x: number) => x}</A>;\n'],
    ['routes.jsx', 'export const a = <A />;\n'],
    ['notes.md', '{'],
    ['a.d.ts', '{'],
  ])('%s is whole, or nobody can tell', async (path, text) => {
    expect(await syntaxFault(path, text)).toBeNull();
  });

  it.each([
    ['__init__.py', 'from .a import (\n    one,\n)\n    two,\n)\n', 5],
    ['registry.go', 'package a\n\nvar all = map[string]int{\n', 3],
    ['mod.rs', 'pub mod a;\n}\n', 2],
    ['Routes.java', 'class Routes {\n int a = ;\n', 2],
    ['routes.tsx', 'export const a = (\n  <A>\n);\n', 1],
  ])('%s is not, with the line where it shows', async (path, text, line) => {
    expect(await syntaxFault(path, text)).toBe(`it does not parse (line ${String(line)})`);
  });
});
