import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersectScopes } from '../../../src/domain/plan/scope-intersect.ts';
import { parseScope, scopeCovers } from '../../../src/domain/plan/scope.ts';
import type { Scope } from '../../../src/domain/plan/scope.ts';

function scopeOf(...patterns: readonly string[]): Scope {
  const scope = parseScope(patterns);
  if (!scope.ok) throw new Error(JSON.stringify(scope.error));
  return scope.value;
}

const PATTERNS = [
  'src/**',
  'src/a/**',
  'src/b/*',
  '*.md',
  'docs',
  '**/x',
  'src/{a,c}/x',
  '.github',
];
const anyScope = fc
  .array(fc.constantFrom(...PATTERNS), { maxLength: 3 })
  .map((all) => scopeOf(...all));
const EXISTING = ['README.md', 'docs/a.md', 'src/a/x', 'src/b/y', 'src/x', 'z', 'src/'];
const anyExisting = fc.subarray(EXISTING);

describe('intersectScopes', () => {
  it('names the patterns and a path that could be written', () => {
    const a = scopeOf('docs/**', 'src/**/index.ts');
    const b = scopeOf('lib/**', 'src/parse/**');
    expect(intersectScopes(a, b)).toEqual({
      a: 'src/**/index.ts',
      b: 'src/parse/**',
      witness: 'src/parse/index.ts',
      exists: false,
    });
  });

  it('is null where no path can be in both', () => {
    expect(intersectScopes(scopeOf('src/a/**', 'docs'), scopeOf('src/b/**', 'lib'))).toBeNull();
  });

  it('is null for a scope without patterns', () => {
    const everything = scopeOf('.');
    expect(intersectScopes(scopeOf(), everything, ['a'])).toBeNull();
    expect(intersectScopes(everything, scopeOf(), ['a'])).toBeNull();
    expect(intersectScopes(scopeOf(), scopeOf(), ['a'])).toBeNull();
  });

  it('prefers the first existing path that both cover, whichever patterns cover it', () => {
    const a = scopeOf('src/**', 'docs/**');
    const b = scopeOf('src/*.ts', '**/*.md');
    const existing = ['README.md', 'src/a.js', 'docs/guide.md', 'src/a.ts'];
    expect(intersectScopes(a, b, existing)).toEqual({
      a: 'docs/**',
      b: '**/*.md',
      witness: 'docs/guide.md',
      exists: true,
    });
  });

  it('finds an intersection that no existing path is in', () => {
    const found = intersectScopes(scopeOf('src/**'), scopeOf('**/*.ts'), ['README.md', 'src/a.js']);
    expect(found).toEqual({ a: 'src/**', b: '**/*.ts', witness: 'src/a.ts', exists: false });
  });

  it('passes over what is no valid path', () => {
    const found = intersectScopes(scopeOf('src'), scopeOf('src'), ['src/', './src', '/src']);
    expect(found).toMatchObject({ witness: 'src', exists: false });
  });

  it('returns what both cover, and finds the same from either side', () => {
    fc.assert(
      fc.property(anyScope, anyScope, anyExisting, (a, b, existing) => {
        const found = intersectScopes(a, b, existing);
        const shared = existing.filter((path) => scopeCovers(a, path) && scopeCovers(b, path));
        expect(intersectScopes(b, a, existing) === null).toBe(found === null);
        if (found === null) {
          expect(shared).toEqual([]);
          return;
        }
        expect(scopeCovers(scopeOf(found.a), found.witness)).toBe(true);
        expect(scopeCovers(scopeOf(found.b), found.witness)).toBe(true);
        expect(a.globs.map((glob) => glob.source)).toContain(found.a);
        expect(b.globs.map((glob) => glob.source)).toContain(found.b);
        expect(found.exists).toBe(shared.length > 0);
        if (found.exists) expect(found.witness).toBe(shared[0]);
      }),
      { numRuns: 500 },
    );
  });
});
