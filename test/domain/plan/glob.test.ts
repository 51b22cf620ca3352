import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches, MAX_PATTERN_LENGTH, parseGlob } from '../../../src/domain/plan/glob.ts';
import type { Glob } from '../../../src/domain/plan/glob.ts';

function globOf(pattern: string): Glob {
  const glob = parseGlob(pattern);
  if (!glob.ok) throw new Error(`${pattern}: ${glob.error.message}`);
  return glob.value;
}

function refusalOf(pattern: string): { code: string; at: number } | null {
  const glob = parseGlob(pattern);
  return glob.ok ? null : { code: glob.error.code, at: glob.error.at };
}

/** Pattern, paths that it covers, paths that it does not. */
const COVERAGE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  // A path, and everything below it.
  ['docs', ['docs', 'docs/a', 'docs/a/b.md'], ['doc', 'docsx', 'docs.md', 'a/docs', 'Docs']],
  ['docs/', ['docs/a', 'docs/a/b.md'], ['docs', 'docsx/a']],
  ['docs/**', ['docs/a', 'docs/a/b.md'], ['docs', 'docsx/a']],
  ['a😀b', ['a😀b'], ['ab', 'a😀😀b', 'a?b']],
  ['src/a.c', ['src/a.c', 'src/a.c/x'], ['src/aXc', 'src', 'src/a']],
  // With a wildcard in the last segment: nothing below, except for what is wholly below by its own meaning.
  ['src/**/*.ts', ['src/a.ts', 'src/a/b.ts', 'src/a.ts/b.ts'], ['src/a.ts/b.js', 'src/a.ts/b']],
  ['src/a?', ['src/ab'], ['src/ab/c']],
  ['?a', ['ba'], ['ba/c']],
  ['*abc', ['abc', 'xabc'], ['abc/d', 'xabc/d']],
  ['[!a]', ['b'], ['b/c']],
  ['src/*/', ['src/a/b', 'src/a/b/c'], ['src/a']],
  ['src/*/.', ['src/a/b', 'src/a/b/c'], ['src/a']],
  ['src/*/**', ['src/a/b', 'src/a/b/c'], ['src/a']],
  ['*/b', ['a/b', 'a/b/c'], ['a', 'b']],
  ['?/.b', ['a/.b', 'a/.b/c'], ['a/.c']],
  ['*/**/b', ['a/b', 'a/x/b/c'], ['b', 'a/x']],
  // No wildcard: an escaped one, and a class that one character is in.
  ['src/\\*', ['src/*', 'src/*/a'], ['src/a']],
  ['app/[[]id]', ['app/[id]', 'app/[id]/page.ts'], ['app/i']],
  ['.[g]x', ['.gx', '.gx/a'], ['.g']],
  // Each way to choose the options by itself.
  ['src/{a,b}', ['src/a', 'src/a/x', 'src/b/x/y'], ['src', 'src/c']],
  ['src/{a,*.ts}', ['src/a', 'src/a/x', 'src/b.ts'], ['src/b.ts/x', 'src/a.ts/x', 'src/b']],
  ['src/{*.ts,a}', ['src/a', 'src/a/x', 'src/b.ts'], ['src/b.ts/x', 'src/a.ts/x', 'src/b']],
  ['{a,?}c', ['ac', 'ac/x', 'bc'], ['bc/x']],
  ['a{,*}', ['a', 'a/x', 'ab'], ['ab/x']],
  ['a{,?/}b', ['ab', 'ab/x', 'ac/b', 'ac/b/x'], ['ac', 'a/b']],
  ['a/{**,*b}', ['a/x', 'a/x/y'], ['a']],
  ['{a/**,*b}', ['a/x', 'a/x/y', 'b', 'ab'], ['a', 'ab/x']],
  ['a{/,?}', ['a/x', 'a/x/y', 'ab'], ['a', 'ab/x']],
  // Everything.
  ['.', ['a', 'a/b', '.a', '.git/config'], []],
  ['./', ['a', 'a/b'], []],
  ['**', ['a', 'a/b', '.a/.b'], []],
  ['**/', ['a', 'a/b'], []],
  ['./**/.', ['a', 'a/b'], []],
  // `.` segments and repeated separators are dropped.
  ['./src//a/./b', ['src/a/b', 'src/a/b/c'], ['src/a', 'src/ab']],
  ['src/.', ['src/a'], ['src', 'srcx']],
  ['src///', ['src/a'], ['src']],
  // One character, one run.
  ['a?c', ['abc', 'a.c', 'aπc', 'a😀c'], ['ac', 'abbc', 'a/c']],
  ['?', ['a'], ['ab', 'ab/a', 'a/b']],
  ['*.ts', ['a.ts', '.ts', '.a.ts'], ['a.tsx', 'src/a.ts', 'a.ts/b', 'a.ts/b.ts']],
  ['src/*', ['src/a', 'src/.env'], ['src', 'a/src', 'src/a/b']],
  ['src/*/x', ['src/a/x', 'src/.a/x/y'], ['src/x', 'src/a/b/x']],
  ['a*b*c', ['abc', 'axxbxxc', 'abbcc'], ['ac', 'ab/c', 'abcd']],
  // Whole segments.
  [
    'src/**/index.ts',
    ['src/index.ts', 'src/a/index.ts', 'src/a/.b/index.ts'],
    ['index.ts', 'srcindex.ts', 'src/aindex.ts'],
  ],
  ['**/*.md', ['a.md', 'a/b.md', 'a.md/b.md'], ['md', 'a/md', 'a/b/c.md/d']],
  ['a/**/**/b', ['a/b', 'a/x/b', 'a/x/y/z/b'], ['a', 'ab', 'a/x']],
  ['a/***/b', ['a/b', 'a/x/y/b'], ['ab']],
  ['**/a/**', ['a/b', 'x/a/b', 'x/a/b/c'], ['a', 'x/a', 'a2/b']],
  ['**/**', ['a', 'a/b'], []],
  // `**` inside a segment is `*`.
  ['a**', ['a', 'ab'], ['b/a', 'ba', 'ab/c']],
  ['**a', ['a', 'ba'], ['b/a', 'ab', 'ba/c']],
  ['src/**.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'src/a']],
  ['**[a]', ['a', 'ba'], ['b/a']],
  // Classes.
  ['[abc]', ['a', 'c'], ['d', 'ab', 'c/d']],
  ['[a-c]x', ['ax', 'bx', 'cx'], ['dx', '-x']],
  ['[!a-c]', ['d', '-'], ['a', 'b', 'c']],
  ['[^a]b', ['bb', '^b'], ['ab', '/b', 'b']],
  ['a[!b]c', ['axc'], ['abc', 'a/c', 'ac']],
  ['a[.-0]c', ['a.c', 'a0c'], ['a/c']],
  ['[]a]', [']', 'a'], ['b']],
  ['[!]a]', ['b'], [']', 'a']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[\\]a]', [']', 'a'], ['\\']],
  ['[a\\-c]', ['a', '-', 'c'], ['b']],
  ['[*?{,]', ['*', '?', '{', ','], ['a']],
  ['[a-cb-e]', ['a', 'e'], ['f']],
  ['[😀-😂]', ['😁'], ['😃', 'a']],
  // Alternatives.
  ['{a,b/c}', ['a', 'a/x', 'b/c'], ['b', 'c', 'a,b/c', '{a', '{a,b/c}']],
  ['src{,/gen}/x', ['src/x', 'src/gen/x'], ['src/gen', 'srcx']],
  ['{a,b{c,d{e,}}}f', ['af', 'bcf', 'bdef', 'bdf'], ['bf', 'bef']],
  ['a/{b,}', ['a/b', 'a/c'], ['a']],
  ['a/{,b/}c', ['a/c', 'a/b/c'], ['a/b', 'a/bc']],
  ['{a}', ['a'], ['{a}']],
  ['a{}b', ['ab'], ['a{}b']],
  ['{[a,b],c}', ['a', ',', 'b', 'c'], ['[a']],
  ['a,b', ['a,b'], ['a', 'b']],
  ['a}', ['a}'], ['a']],
  ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.t', 'a.js', 'a.tsxx']],
  // Segments that braces put together.
  ['{src/,}**', ['src', 'src/a', 'b'], []],
  ['src/{**/,}*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/a']],
  ['{a,b/}**', ['a', 'ax', 'b/x/y'], ['b', 'bx', 'x/a', 'ax/y']],
  ['a/{**,x}/b', ['a/b', 'a/x/b', 'a/y/z/b'], ['a/x']],
  ['a/**{/b,c}', ['a/b', 'a/x/b', 'a/x/y/b', 'a/c', 'a/xc'], ['a/x', 'a/x/c']],
  ['{.,x}/a', ['a', 'x/a'], ['x', 'y/a']],
  ['a/.{b,/c}', ['a/.b', 'a/c'], ['a/.c', 'a/b']],
  ['a/..{b,c}', ['a/..b', 'a/..c'], ['a/b']],
  // Escapes.
  ['\\*', ['*', '*/a'], ['a', '\\a']],
  ['a\\?b\\[c\\]', ['a?b[c]'], ['axb[c]']],
  ['\\{a,b\\}', ['{a,b}'], ['a', 'b']],
  ['{a\\,b,c\\}}', ['a,b', 'c}'], ['a']],
  ['a\\\\b', ['a\\b'], ['ab', 'a/b']],
  ['a\\/b', ['a/b'], ['a\\/b']],
  ['\\!a', ['!a'], ['a']],
  ['\\~/a', ['~/a'], []],
  ['\\a', ['a'], ['\\a']],
  // Git's folder is out of bounds as a literal first segment only.
  ['.gitignore', ['.gitignore'], ['.git']],
  ['.github/**', ['.github/a'], ['.git/a']],
  ['{.g,.gi}/x', ['.g/x', '.gi/x'], ['.git/x']],
  ['sub/.git', ['sub/.git/a'], ['.git/a']],
  ['.git*', ['.git', '.gitx'], ['.gi']],
];

describe('globMatches', () => {
  it.each(COVERAGE)('%s covers exactly what it should', (pattern, covered, others) => {
    const glob = globOf(pattern);
    expect(covered.filter((path) => !globMatches(glob, path))).toEqual([]);
    expect(others.filter((path) => globMatches(glob, path))).toEqual([]);
  });

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    './a',
    'a/.',
    'a/../b',
    '../a',
    'a\0b',
    'a\uD83D',
  ])('covers %j with no glob: it is no valid path', (path) => {
    const globs = ['**', '.', '*', '*/**', 'a', 'a/', '{**,?,??}'].map(globOf);
    expect(globs.filter((glob) => globMatches(glob, path))).toEqual([]);
  });

  it.each(['...', '..a', 'a..', '.a', 'a/...', 'a/..b', 'a/.b', '.gitx', '.git/x', ' ', 'a\nb'])(
    'takes %j for the valid path that it is',
    (path) => {
      expect(globMatches(globOf('**'), path)).toBe(true);
    },
  );
});

/** Pattern, code, offset. */
const REFUSALS: readonly (readonly [string, string, number])[] = [
  ['', 'empty', 0],
  [' ', 'empty', 0],
  ['{}', 'empty', 0],
  ['{,a}', 'empty', 0],
  ['/', 'absolute', 0],
  ['/x', 'absolute', 0],
  ['//x', 'absolute', 0],
  ['\\/x', 'absolute', 0],
  ['C:\\x', 'absolute', 0],
  ['c:/x', 'absolute', 0],
  ['~', 'absolute', 0],
  ['~/x', 'absolute', 0],
  ['{a,/b}', 'absolute', 3],
  ['{a,}/b', 'absolute', 4],
  ['..', 'parent', 0],
  ['../x', 'parent', 0],
  ['a/..', 'parent', 2],
  ['a/../b', 'parent', 2],
  ['a/{b,..}/c', 'parent', 5],
  ['a/.{b,.}', 'parent', 2],
  ['a/\\.[.]/b', 'parent', 2],
  ['**/../b', 'parent', 3],
  ['!a', 'negated', 0],
  ['!', 'negated', 0],
  ['.git', 'git', 0],
  ['.git/', 'git', 0],
  ['.git/hooks/**', 'git', 0],
  ['./.git/x', 'git', 2],
  ['**/.git', 'git', 3],
  ['.GIT/x', 'git', 0],
  ['.g[i]\\t', 'git', 0],
  ['{src,.git}/x', 'git', 5],
  ['.gi{t,x}', 'git', 0],
  ['{a/,}.git', 'git', 5],
  ['a[b', 'unclosed-class', 1],
  ['a[]', 'unclosed-class', 1],
  ['a[!]', 'unclosed-class', 1],
  ['{[a,b}', 'unclosed-class', 1],
  ['a[z-a]', 'empty-class', 1],
  ['a[bz-a]', 'empty-class', 1],
  ['a[/]', 'empty-class', 1],
  ['a{b', 'unclosed-brace', 1],
  ['{a,{b,c}', 'unclosed-brace', 0],
  ['{a,b\\}', 'unclosed-brace', 0],
  ['a\\', 'trailing-escape', 1],
  ['[a\\', 'trailing-escape', 2],
  ['[a-\\', 'trailing-escape', 3],
  ['a\0', 'bad-character', 1],
  ['a\uD83D', 'bad-character', 1],
  ['a'.repeat(MAX_PATTERN_LENGTH + 1), 'too-long', MAX_PATTERN_LENGTH],
];

/** All that means something in a pattern, and what no path holds. */
const HOSTILE = Array.from('ab.*?/\\[]{},!^-~:\0😀').concat('\uD83D');

describe('parseGlob', () => {
  it.each(REFUSALS)('refuses %j as %s, at %i', (pattern, code, at) => {
    expect(refusalOf(pattern)).toEqual({ code, at });
  });

  it.each(REFUSALS)('says of %j what to write instead', (pattern) => {
    const glob = parseGlob(pattern);
    expect(glob.ok ? '' : glob.error.message).toMatch(/write|leave it out|list what|remove|split/);
  });

  it('takes a pattern of the greatest length', () => {
    const name = 'a'.repeat(MAX_PATTERN_LENGTH);
    expect(globMatches(globOf(name), name)).toBe(true);
  });

  it('takes braces as deep as the length allows', () => {
    const depth = MAX_PATTERN_LENGTH / 2 - 1;
    expect(globMatches(globOf(`${'{'.repeat(depth)}a${'}'.repeat(depth)}`), 'a')).toBe(true);
  });

  it('keeps the pattern as it was written', () => {
    expect(globOf('./src//a').source).toBe('./src//a');
  });

  it.each([
    ['src/core/**', 'src/core/'],
    ['docs', 'docs'],
    ['./a/./b*', 'a/b'],
    ['a/[b]c?', 'a/bc'],
    ['a\\*b', 'a*b'],
    ['a{b,c}', 'a'],
    ['a/**/b', 'a/'],
    ['.', ''],
    ['**', ''],
  ])('knows what all paths of %s start with', (pattern, prefix) => {
    expect(globOf(pattern).prefix).toBe(prefix);
  });

  it('answers for any string, and matches any string against any glob, without throwing', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(...HOSTILE),
      maxLength: 24,
    });
    const anything = fc.oneof(hostile, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anything, anything, (pattern, path) => {
        const glob = parseGlob(pattern);
        if (glob.ok) {
          expect(typeof globMatches(glob.value, path)).toBe('boolean');
        } else {
          expect(glob.error.at).toBeGreaterThanOrEqual(0);
          expect(glob.error.at).toBeLessThanOrEqual(pattern.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
