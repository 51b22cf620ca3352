import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatePairs } from '../../../src/domain/conflicts/candidates.ts';
import type { Touched } from '../../../src/domain/conflicts/candidates.ts';

const touches = (of: Partial<Touched>): Touched => ({
  paths: [...(of.paths ?? []), ...(of.added ?? [])],
  added: of.added ?? [],
  removedFolders: of.removedFolders ?? [],
});

const pairsOf = (...all: readonly Partial<Touched>[]) => candidatePairs(all.map(touches), 100);

describe('pairs that can conflict', () => {
  it('touch the same path', () => {
    const found = pairsOf({ paths: ['a', 'b'] }, { paths: ['b'] }, { paths: ['c'] }, {});
    expect(found).toEqual({ pairs: [[0, 1]], left: 0 });
  });

  it('want one name for a file and for a folder', () => {
    expect(pairsOf({ added: ['lib'] }, { added: ['lib/deep/x'] }).pairs).toEqual([[0, 1]]);
    expect(pairsOf({ added: ['lib/x'] }, { added: ['library'] }).pairs).toEqual([]);
  });

  it('add to a folder that the other has moved away', () => {
    const moved = { paths: ['old/a', 'old/sub/b'], removedFolders: ['old', 'old/sub'] };
    expect(pairsOf({ added: ['old/sub/new'] }, moved).pairs).toEqual([[0, 1]]);
    expect(pairsOf({ added: ['new/old/x'] }, moved).pairs).toEqual([]);
    expect(pairsOf({ paths: ['old/c'] }, moved).pairs).toEqual([]);
  });

  it('are counted where there are too many', () => {
    const all = Array.from({ length: 10 }, () => touches({ paths: ['hot'] }));
    const { pairs, left } = candidatePairs(all, 7);
    expect([pairs.length, left]).toEqual([7, 38]);
  });

  it('are those of a look at each pair', () => {
    const name = fc.constantFrom('a', 'b', 'a/a', 'a/b', 'b/a', 'a/a/a', 'a/b/a', 'c');
    const one = fc
      .record({ paths: fc.array(name), added: fc.array(name), removedFolders: fc.array(name) })
      .map(touches);
    const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);
    const claims = (x: Touched, y: Touched): boolean =>
      y.added.some((path) =>
        [...x.added, ...x.removedFolders].some((folder) => isBelow(path, folder)),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (all) => {
        const naive = all.flatMap((x, at) =>
          all.flatMap((y, other) =>
            other > at &&
            (x.paths.some((path) => y.paths.includes(path)) || claims(x, y) || claims(y, x))
              ? [[at, other]]
              : [],
          ),
        );
        expect(candidatePairs(all, 1000).pairs).toEqual(naive);
      }),
    );
  });
});
