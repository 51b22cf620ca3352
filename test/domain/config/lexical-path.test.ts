import { describe, expect, it } from 'vitest';
import { isInside, joinPath } from '../../../src/domain/config/lexical-path.ts';

describe('lexical paths', () => {
  it.each([
    ['/r', 'a/b', '/r/a/b'],
    ['/r', './a//b/.', '/r/a/b'],
    ['/r/s', '../a', '/r/a'],
    ['/r', '../../../a', '/a'],
    ['/r', '/x/../y', '/y'],
    ['/r', '', '/r'],
  ])('%s and %s make %s', (root, path, joined) => {
    expect(joinPath(root, path)).toBe(joined);
  });

  it.each([
    ['/r', '/r', true],
    ['/r', '/r/a', true],
    ['/r', '/rest', false],
    ['/r/', '/r/a/../..', false],
    ['/', '/a', true],
  ])('%s has %s inside: %s', (folder, path, inside) => {
    expect(isInside(folder, path)).toBe(inside);
  });
});
