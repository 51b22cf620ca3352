import { describe, expect, it } from 'vitest';
import { chooseRun } from '../../../src/compose/collect/choose-run.ts';
import type { KnownRun } from '../../../src/compose/collect/known-work.ts';

const run = (id: string, ...sources: readonly string[]): KnownRun => ({
  run: id,
  // Only its id and its work count.
  view: {} as KnownRun['view'],
  work: new Map(
    sources.map((source) => [
      source,
      { run: id, task: source, attempts: 1, last: null, tree: null },
    ]),
  ),
});
const runs = [run('r3', 'a'), run('r2', 'a', 'b'), run('r1', 'c')];
const chosen = (sources: readonly string[], into: string | null): string => {
  const found = chooseRun(runs, sources, into);
  return found.ok ? (found.value.known?.run ?? 'new') : found.error.code;
};

describe('the run that collected work goes into', () => {
  it.each([
    ['a run of its own, where it is unknown', ['x'], null, 'new'],
    ['the newest in which it waits', ['a'], null, 'r3'],
    ['the one in which some of it waits', ['x', 'b'], null, 'r2'],
    ['one of its own when that is asked for', ['a'], 'new', 'new'],
    ['the one that is named', ['a'], 'r1', 'r1'],
    ['no run that is not there', ['a'], 'r9', 'no-run'],
    ['no run by a prefix of several', ['a'], 'r', 'ambiguous-id'],
    ['no run by no name', ['a'], '', 'no-run'],
    ['not two runs at once', ['b', 'c'], null, 'several-runs'],
  ])('is %s', (_what, sources, into, expected) => {
    expect(chosen(sources, into)).toBe(expected);
  });

  it('may be named by a unique prefix', () => {
    const two = [run('abc'), run('abd'), run('b')];
    expect(chooseRun(two, [], 'abd')).toMatchObject({ value: { known: { run: 'abd' } } });
    expect(chooseRun(two, [], 'b')).toMatchObject({ value: { known: { run: 'b' } } });
  });
});
