import { describe, expect, it } from 'vitest';
import { exclusions } from '../../../src/domain/plan/exclusions.ts';
import { claiming } from './planned.ts';

describe('exclusions', () => {
  it('names both patterns and a path that both may write', () => {
    const tasks = [
      claiming('seq', { writes: ['src/seq/**', 'src/**/index.ts'] }),
      claiming('parser', { writes: ['src/parse/**'] }),
    ];
    expect(exclusions(tasks, ['src/parse/index.ts'])).toEqual([
      {
        a: 'seq',
        b: 'parser',
        kind: 'scope',
        text: 'both may write src/parse/index.ts (seq: src/**/index.ts, parser: src/parse/**)',
        witness: 'src/parse/index.ts',
        proposal: 'seq first; or narrow the writes of one of them',
      },
    ]);
    expect(exclusions(tasks)[0]?.text).toBe(
      'both may write src/parse/index.ts (not there yet) (seq: src/**/index.ts, parser: src/parse/**)',
    );
  });

  it('names locks and undeclared scopes', () => {
    const found = exclusions([
      claiming('a', { writes: ['a'], locks: ['db'] }),
      claiming('b', { writes: ['b'], locks: ['db'] }),
      claiming('c', { writes: null }),
    ]);
    expect(found.map(({ a, b, kind, text }) => [a, b, kind, text])).toEqual([
      ['a', 'b', 'lock', 'both hold lock db'],
      ['a', 'c', 'undeclared', 'c declares no writes, so it runs alone'],
      ['b', 'c', 'undeclared', 'c declares no writes, so it runs alone'],
    ]);
    expect(found[1]?.proposal).toBe('give c `writes: […]`');
  });

  it('leaves out pairs whose order is known, also through a third task', () => {
    const found = exclusions([
      claiming('a', { writes: ['src'] }),
      claiming('b', { writes: ['doc'], needs: ['a'] }),
      claiming('c', { writes: ['src'], needs: ['b'] }),
    ]);
    expect(found).toEqual([]);
  });

  it('is empty for disjoint scopes', () => {
    expect(
      exclusions([claiming('a', { writes: ['a/**'] }), claiming('b', { writes: ['b/**'] })]),
    ).toEqual([]);
  });
});
