import { expect, it } from 'vitest';
import { lineOf } from '../../../src/domain/setup/line-of.ts';

it.each([
  ['{\n  "scripts": {\n    "setup": "x"\n  }\n}', ['scripts', 'setup'], 3],
  ['scripts:\n  # setup is below\n  setup: x', ['scripts', 'setup'], 3],
  ['version = 1\n[setup]\nscript = "x"', ['setup', 'script'], 3],
  ['[setup]\nscript = 1\n[setup.linux]\nscript = "x"', ['setup', 'linux', 'script'], 4],
  ['{"setup-worktree-unix": 1,\n"setup-worktree": 2}', ['setup-worktree'], 2],
  ['{}', ['scripts'], null],
  ['', [], 1],
])('%j %j', (text, keys, line) => {
  expect(lineOf(text, keys)).toBe(line);
});
