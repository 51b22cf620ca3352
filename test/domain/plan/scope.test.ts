import { describe, expect, it } from 'vitest';
import { parseScope, scopeCovers } from '../../../src/domain/plan/scope.ts';
import type { Scope } from '../../../src/domain/plan/scope.ts';

function scopeOf(...patterns: readonly string[]): Scope {
  const scope = parseScope(patterns);
  if (!scope.ok) throw new Error(JSON.stringify(scope.error));
  return scope.value;
}

describe('parseScope', () => {
  it('keeps the patterns in their order', () => {
    const sources = scopeOf('src/**', 'docs', 'src/**').globs.map((glob) => glob.source);
    expect(sources).toEqual(['src/**', 'docs', 'src/**']);
  });

  it('reports every refused pattern, with its place', () => {
    const scope = parseScope(['src/**', '/etc', 'docs', 'a/../b']);
    const errors = scope.ok ? [] : scope.error;
    expect(
      errors.map(({ pattern, index, error }) => [pattern, index, error.code, error.at]),
    ).toEqual([
      ['/etc', 1, 'absolute', 0],
      ['a/../b', 3, 'parent', 2],
    ]);
  });
});

describe('scopeCovers', () => {
  it('covers what any of its patterns covers', () => {
    const scope = scopeOf('src/core/**', 'docs');
    expect(scopeCovers(scope, 'src/core/a.ts')).toBe(true);
    expect(scopeCovers(scope, 'docs/a.md')).toBe(true);
    expect(scopeCovers(scope, 'src/a.ts')).toBe(false);
  });

  it('covers nothing without patterns', () => {
    expect(scopeCovers(scopeOf(), 'a')).toBe(false);
  });

  it('covers nothing that is no valid path', () => {
    expect(scopeCovers(scopeOf('.', 'src/**'), 'src/../../a')).toBe(false);
  });
});
