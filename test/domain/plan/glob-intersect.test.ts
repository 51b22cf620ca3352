import { describe, expect, it } from 'vitest';
import { intersectGlobs } from '../../../src/domain/plan/glob-intersect.ts';
import { searchProduct } from '../../../src/domain/plan/glob-product.ts';
import { globMatches, MAX_PATTERN_LENGTH, parseGlob } from '../../../src/domain/plan/glob.ts';
import type { Glob } from '../../../src/domain/plan/glob.ts';

function globOf(pattern: string): Glob {
  const glob = parseGlob(pattern);
  if (!glob.ok) throw new Error(`${pattern}: ${glob.error.message}`);
  return glob.value;
}

function exploredFor(a: string, b: string): number {
  return searchProduct(globOf(a).automaton, globOf(b).automaton).explored;
}

/** `unit` again and again, up to half the length that a pattern may have, and `end`. */
function filled(unit: string, end: string): string {
  return unit.repeat(MAX_PATTERN_LENGTH / 2 / unit.length) + end;
}

describe('intersectGlobs', () => {
  it.each([
    ['src/**/index.ts', 'src/parse/**', 'src/parse/index.ts'],
    ['docs', 'docs/**', 'docs/a'],
    ['docs', 'docs', 'docs'],
    ['**', '**', 'a'],
    ['**', 'docs', 'docs'],
    ['.', 'src/core/**', 'src/core/a'],
    ['src/*.ts', 'src/a*', 'src/a.ts'],
    ['*.ts', 'a*b*', 'ab.ts'],
    ['**/*.test.ts', 'src/{parse,seq}x/**', 'src/seqx/a.test.ts'],
    ['src/{a,b}/x', 'src/{b,c}/*', 'src/b/x'],
    ['[a-m]?', '[m-z]?', 'ma'],
    ['a/*/c', 'a/b', 'a/b/c'],
    ['src/*', 'src/a', 'src/a'],
    ['src/*/', 'src/a/b', 'src/a/b'],
    ['src/{a,*.ts}', 'src/a/b.js', 'src/a/b.js'],
    ['src/{a,*.ts}', 'src/*.{js,ts}', 'src/a.ts'],
    ['app/\\[id\\]', 'app/**/page.ts', 'app/[id]/page.ts'],
    ['{a,b}{c,d}{e,f}', '?[d-z]f', 'adf'],
    // The most readable character that both have.
    ['[!a]', '?', 'b'],
    ['[!a-z]', '?', '0'],
    ['[\u0001é]', '?', 'é'],
    ['{\u0001,é,你}', '?', 'é'],
    ['[\u0001-\u0003]', '?', '\u0001'],
    // A leading dot, and git's folder even more so, only where the globs leave nothing else.
    ['src/**', 'src/*.ts', 'src/a.ts'],
    ['src/.*', 'src/*', 'src/.a'],
    ['.git*', '**', '.gita'],
    ['.gi[!a-s]', '**', '.giu'],
    ['.gi?', '.g?t', '.git'],
    ['.gi?/x', '.g?t/*', '.git/x'],
  ])('%s and %s share %j', (a, b, witness) => {
    expect(intersectGlobs(globOf(a), globOf(b))).toBe(witness);
    expect(intersectGlobs(globOf(b), globOf(a))).toBe(witness);
  });

  it.each([
    ['src/seq/**', 'src/parse/**'],
    ['src/a*', 'src/b*'],
    ['*.md', 'docs/**'],
    ['docs/', 'docsx/'],
    ['docs', 'Docs'],
    ['[a-m]', '[n-z]'],
    ['?', '??'],
    ['*a', '*b'],
    // A wildcard at the end covers nothing below, though a folder may have such a name.
    ['*.ts', '*.js'],
    ['src/**/*.ts', 'src/**/*.js'],
    ['src/*', 'src/a/b'],
    ['src/*', 'src/*/*'],
    ['src/{a,*.ts}', 'src/{b,*.js}'],
    ['src/{a,*.ts}', 'src/b.ts/c'],
    ['a?/**/x', 'b?/**/x'],
    // What they share is no path.
    ['[.a]', '[.b]'],
    ['[.]?', '?[.]'],
    ['a/?[.]', 'a/[.]?/b'],
  ])('%s and %s share nothing', (a, b) => {
    expect(intersectGlobs(globOf(a), globOf(b))).toBeNull();
    expect(intersectGlobs(globOf(b), globOf(a))).toBeNull();
  });

  it('takes into account that a folder may have any name', () => {
    const [a, b] = [globOf('src/**/b.ts'), globOf('src/**/*.js')];
    expect(intersectGlobs(a, b)).toBe('src/b.ts/a.js');
  });
});

describe('searchProduct', () => {
  it.each([
    ['**/*a*b*c*/**/*{a,b}*{a,b}*', '**/*b*c*a*/**/*{a,b}*{b,a}*', 1000],
    ['**/*a*b*c*/**/*{a,b}*{a,b}*x', '**/*b*c*a*/**/*{a,b}*{b,a}*y/', 2000],
    ['**/**/**/**/**/**/**/**/*a', '**/**/**/**/**/**/**/**/*b', 1000],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}c', '{b,a}{b,a}{b,a}{b,a}{b,a}{b,a}{b,a}{b,a}d', 400],
    ['src/core/deep/in/the/tree/a.ts', 'src/core/deep/in/the/tree/b.ts', 40],
  ])('looks at few states for %s and %s', (a, b, most) => {
    expect(exploredFor(a, b)).toBeLessThan(most);
  });

  it.each([
    ['stars', '*a', 'x', 'y'],
    ['whole segments', '**/*a/', '*x', '*y'],
    ['alternatives', '{a,b,}', 'x', 'y'],
    ['alternatives with everything in them', '{**/,*,?/,./,b/}', 'x/q', 'y/z'],
  ])('stays polynomial for long patterns of %s', (_, unit, endA, endB) => {
    const [a, b] = [filled(unit, endA), filled(unit, endB)];
    expect(globOf(a).automaton.states.length).toBeLessThan(2 * a.length);
    expect(exploredFor(a, b)).toBeLessThan(200_000);
  });

  it('grows with the product of the lengths, not with the number of expansions', () => {
    const short = exploredFor(`${'{a,b,}'.repeat(10)}x`, `${'{b,a,}'.repeat(10)}y`);
    const long = exploredFor(`${'{a,b,}'.repeat(20)}x`, `${'{b,a,}'.repeat(20)}y`);
    expect(long / short).toBeLessThan(4.5);
  });

  it('finds the one path in a large product', () => {
    const a = globOf(`${'*a'.repeat(100)}x`);
    const witness = searchProduct(a.automaton, globOf(`${'?'.repeat(100)}x`).automaton).witness;
    expect(witness).toBe(`${'a'.repeat(100)}x`);
    expect(globMatches(a, `${'a'.repeat(100)}x`)).toBe(true);
  });
});
