import { describe, expect, it } from 'vitest';
import { definedNames } from '../../../src/domain/lost-updates/defined-names.ts';
import type { FileDelta } from '../../../src/domain/lost-updates/file-delta.ts';
import { ledgerOf } from '../../../src/domain/lost-updates/ledger.ts';
import { lossesIn } from '../../../src/domain/lost-updates/losses.ts';
import {
  goneLines,
  isTelling,
  lineHash,
  normalLine,
  totalOf,
} from '../../../src/domain/lost-updates/lines.ts';

const delta = (
  path: string,
  more: Partial<FileDelta> & { out?: readonly string[]; in?: readonly string[] },
): FileDelta => ({
  path,
  from: more.from ?? null,
  before: more.before === undefined ? { mode: '100644', blob: `${path} before` } : more.before,
  after: more.after === undefined ? { mode: '100644', blob: `${path} after` } : more.after,
  hunks: [{ line: 1, removed: more.out ?? [], added: more.in ?? [] }],
  binary: false,
});
const landing = (commit: string, ...files: readonly FileDelta[]) => ({
  commit,
  task: commit,
  title: commit,
  files,
});

describe('lines', () => {
  it('are the same whatever their indentation and ends are, and tell nothing when they are brackets', () => {
    expect(normalLine('\u{feff}\treturn one;\r')).toBe('return one;');
    expect(['});', '', 'a=1', '42;', 'größe', 'あいう'].map(isTelling)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(new Set(['a', 'b', 'ab', 'ba', ''].map(lineHash)).size).toBe(5);
  });

  it('are not gone where they moved to another file or place', () => {
    const [one, two] = ['first line here', 'second line here'];
    const gone = goneLines([delta('a', { out: [one, two, two] }), delta('b', { in: [two] })]);
    expect(gone.get('a')?.get(lineHash(one))).toBe(1);
    expect(gone.get('a')?.get(lineHash(two))).toBe(1);
    expect(goneLines([delta('a', { out: [one], in: [`  ${one}`] })]).size).toBe(0);
  });
});

describe('the ledger', () => {
  const mine = ['mine one', 'mine two', 'mine three'];

  it('follows what was renamed, and forgets what was taken out', () => {
    const ledger = ledgerOf(
      [
        landing('c1', delta('a', { in: mine })),
        landing('c2', delta('b', { from: 'a' })),
        landing('c3', delta('b', { out: ['mine two'], in: ['better two'] })),
      ],
      50,
    );
    const [first, second, third] = ledger.entries;
    expect([...(first?.shares.keys() ?? [])]).toEqual(['b']);
    expect(totalOf(first?.shares.get('b')?.lines ?? new Map())).toBe(2);
    expect(first?.shares.get('b')?.landed).toBe(3);
    expect(second?.shares.size).toBe(0);
    expect(second?.steps.get('b')?.from).toBe('a');
    expect(totalOf(third?.removed.get('b') ?? new Map())).toBe(1);
  });

  it.each([
    ['the landing itself', [landing('c1', delta('b', { from: 'a', out: mine }))]],
    [
      'a later one',
      [landing('c1', delta('a', { out: mine })), landing('c2', delta('b', { from: 'a' }))],
    ],
  ])('knows what was taken out of a file that %s has renamed', (_, landings) => {
    const ledger = ledgerOf(landings, 50);
    const [first] = ledger.entries;
    const same = lossesIn(ledger, [delta('b', { in: mine })]);
    const renamed = lossesIn(ledger, [delta('c', { from: 'b', in: mine })]);
    for (const losses of [same, renamed]) {
      const [loss] = first === undefined ? [] : (losses.get(first) ?? []);
      expect([loss?.path, totalOf(loss?.back ?? new Map())]).toEqual(['b', 3]);
    }
  });

  it('holds the last so many landings', () => {
    const many = Array.from({ length: 5 }, (_, at) =>
      landing(`c${at}`, delta('a', { in: [`line ${at}`] })),
    );
    expect(ledgerOf(many, 3).entries.map(({ commit }) => commit)).toEqual(['c2', 'c3', 'c4']);
  });
});

describe('names that lines define for others', () => {
  it('are found in several languages, and nowhere else', () => {
    const lines = [
      'export const sum = 1;',
      'export default async function load() {',
      'exports.legacy = 1',
      'def helper(x):',
      '    def inner(self):',
      'func (s *Server) Start() {',
      'pub fn build() -> T {',
      'public final class Invoice {',
      '  // export const nothing = 1',
      'const local = 1;',
    ];
    expect([...definedNames(lines)].toSorted()).toEqual(
      ['Invoice', 'Start', 'build', 'helper', 'legacy', 'load', 'sum'].toSorted(),
    );
  });
});
