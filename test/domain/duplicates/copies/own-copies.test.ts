import { describe, expect, it } from 'vitest';
import type { SharedBlock } from '../../../../src/domain/duplicates/copies/copied-text.ts';
import { ownCopies } from '../../../../src/domain/duplicates/copies/own-copies.ts';
import type { CopySource } from '../../../../src/domain/duplicates/copies/own-copies.ts';
import { removedText } from '../../../../src/domain/duplicates/copies/delivered-lines.ts';
import type { RemovedText } from '../../../../src/domain/duplicates/copies/delivered-lines.ts';
import { findingText, whatToDo } from '../../../../src/domain/duplicates/what-to-do.ts';

const ROWS = Array.from({ length: 10 }, (_, at) => `row${String(at)}(alpha, beta, gamma);`);
const text = (name: string, rows: readonly string[] = ROWS): string =>
  [`head of ${name}`, ...rows, `end of ${name}`].join('\n');
const source = (of: string | null, path: string, more: Partial<CopySource> = {}): CopySource => ({
  of,
  path,
  text: text(path),
  blob: null,
  ...more,
});
const block = (a: number, b: number, line = 2, endLine = 11): SharedBlock => ({
  a: { text: a, line, endLine },
  b: { text: b, line, endLine },
  tokens: 80,
});
const told = (
  sources: readonly CopySource[],
  blocks: readonly SharedBlock[],
  removed: ReadonlyMap<string, RemovedText> = new Map(),
) =>
  ownCopies(sources, blocks, removed).findings.map(
    ({ a, b }) =>
      `${a.of ?? 'target'}:${a.path}:${String(a.line)}-${String(a.endLine)} ${b.of ?? 'target'}:${b.path}`,
  );

describe('which copies are told', () => {
  it('those of two deliveries, and of one and the target, whichever side was read first', () => {
    const both = [source('one', 'a.sh'), source('two', 'b.sh')];
    expect(told(both, [block(0, 1)])).toEqual(['one:a.sh:2-11 two:b.sh']);
    expect(told(both, [block(1, 0)])).toEqual(['one:a.sh:2-11 two:b.sh']);
    const known = [source(null, 'a.sh'), source('two', 'b.sh')];
    expect(told(known, [block(0, 1)])).toEqual(['two:b.sh:2-11 target:a.sh']);
  });

  it('not what the target has twice, nor what one has in two files of its own', () => {
    expect(told([source(null, 'a.sh'), source(null, 'b.sh')], [block(0, 1)])).toEqual([]);
    expect(told([source('one', 'a.sh'), source('one', 'b.sh')], [block(0, 1)])).toEqual([]);
  });

  it('not what stands at one path on both sides, but for a file that is in the target as it was', () => {
    expect(told([source('one', 'a.sh'), source('two', 'a.sh')], [block(0, 1)])).toEqual([]);
    const same = [
      source(null, 'a.sh', { blob: 'x' }),
      source('one', 'a.sh', { blob: 'x', text: `${'\n'.repeat(20)}${text('a')}` }),
    ];
    const down = { ...block(0, 1), b: { text: 1, line: 22, endLine: 31 } };
    expect(told(same, [down])).toEqual(['one:a.sh:22-31 target:a.sh']);
    const changed = [same[0] ?? source(null, ''), source('one', 'a.sh', { blob: 'y' })];
    expect(told(changed, [block(0, 1)])).toEqual([]);
  });

  it('not what its delivery took out elsewhere, for the most part', () => {
    const sources = [source(null, 'a.sh'), source('one', 'b.sh')];
    const removed = (rows: readonly string[]) => new Map([['one', removedText([rows.join(' ')])]]);
    expect(told(sources, [block(0, 1)], removed(ROWS))).toEqual([]);
    expect(told(sources, [block(0, 1)], removed(ROWS.slice(0, 8)))).toEqual([]);
    expect(told(sources, [block(0, 1)], removed(ROWS.slice(0, 4)))).toHaveLength(1);
    const other = new Map([['two', removedText([ROWS.join('\n')])]]);
    expect(told(sources, [block(0, 1)], other)).toHaveLength(1);
  });

  it('as a copy of the target where both have it from there', () => {
    const sources = [source(null, 't.sh'), source('one', 'a.sh'), source('two', 'b.sh')];
    expect(told(sources, [block(0, 1), block(0, 2), block(1, 2)])).toEqual([
      'one:a.sh:2-11 target:t.sh',
      'two:b.sh:2-11 target:t.sh',
    ]);
  });

  it('without a line at either end that has a bracket in common, and no more', () => {
    const sources = [source('one', 'a.sh'), source('two', 'b.sh')];
    expect(told(sources, [block(0, 1, 1, 12)])).toEqual(['one:a.sh:2-11 two:b.sh']);
  });

  it('joined over a changed line, the longest first, and five of two deliveries at most', () => {
    const sources = [source('one', 'a.sh'), source('two', 'b.sh')];
    expect(told(sources, [block(0, 1, 2, 5), block(0, 1, 7, 11)])).toEqual([
      'one:a.sh:2-11 two:b.sh',
    ]);
    const many = Array.from({ length: 8 }, (_, at) => [
      source('one', `a${String(at)}.sh`, { text: text('x', ROWS.slice(0, 5 + (at % 3))) }),
      source('two', `b${String(at)}.sh`, { text: text('y', ROWS.slice(0, 5 + (at % 3))) }),
    ]).flat();
    const blocks = Array.from({ length: 8 }, (_, at) => block(2 * at, 2 * at + 1, 2, 6 + (at % 3)));
    const { findings, more } = ownCopies(many, blocks, new Map());
    expect([findings.length, more]).toEqual([5, 3]);
    const sizes = findings.map(({ a }) => (a.endLine ?? 0) - a.line);
    expect(sizes).toEqual(sizes.toSorted((x, y) => y - x));
  });

  it('asks for more in tests', () => {
    const short = (path: string, of: string) =>
      source(of, path, { text: text('x', ROWS.slice(0, 5)) });
    const pair = (dir: string) => [short(`${dir}/a.sh`, 'one'), short(`${dir}/b.sh`, 'two')];
    expect(told(pair('src'), [block(0, 1, 2, 6)])).toHaveLength(1);
    expect(told(pair('test'), [block(0, 1, 2, 6)])).toEqual([]);
    expect(
      told(
        pair('test').map((each) => ({ ...each, text: text('x') })),
        [block(0, 1)],
      ),
    ).toHaveLength(1);
  });

  it('says both sides with their lines, and what to do', () => {
    const known = ownCopies(
      [source(null, 'a.sh'), source('one', 'b.sh')],
      [block(0, 1)],
      new Map(),
    );
    const [finding] = known.findings;
    if (finding === undefined) throw new Error('nothing is told');
    expect(findingText(finding)).toBe(
      'one: “row0(alpha, beta, gamma);” (b.sh:2-11) stands in “row0(alpha, beta, gamma);” (a.sh:2-11) in the target, too: 10 lines are the same word for word (80 tokens)',
    );
    expect(whatToDo(finding)).toMatch(/^Let b\.sh use what a\.sh:2-11 has/u);
    const fresh = {
      ...finding,
      b: { ...finding.b, of: 'two', users: 3 },
      a: { ...finding.a, users: 1 },
    };
    expect(findingText(fresh)).toMatch(/a\.sh has more users \(3 files against 1\)$/u);
    expect(whatToDo(fresh)).toMatch(
      /^Write it once: land two first, take a\.sh:2-11 out .* let b\.sh use/u,
    );
  });
});
