import { describe, expect, it } from 'vitest';
import { lostLines } from '../../../src/cli/screens/lost.ts';
import type { LostLanding } from '../../../src/compose/lost/lost-updates-here.ts';
import type { LostUpdate } from '../../../src/domain/lost-updates/lost-update.ts';
import { look } from '../sample-model.ts';

const lost = (path: string, more: Partial<LostUpdate> = {}): LostUpdate => ({
  check: 'lines',
  victim: { commit: 'a'.repeat(40), task: 'core', title: 'Land core' },
  path,
  hunk: ['-gone', '+there'],
  evidence: 'takes out 9 of the 10 that it changed there',
  blocks: false,
  ...more,
});
const landing = (digit: string, ...found: readonly LostUpdate[]): LostLanding => ({
  commit: digit.repeat(40),
  task: null,
  title: `landing ${digit}`,
  found,
});
const report = (...landings: readonly LostLanding[]) => ({ range: 'main', looked: 20, landings });
const FEW = { most: 1, hunks: false };

describe('lost updates in a history', () => {
  it('are answered by the first line', () => {
    expect(lostLines(report(), FEW, look())).toEqual(['No lost update: 20 landings in main.']);
    const [told] = lostLines(report(landing('1', lost('x'))), FEW, look());
    expect(told).toBe(
      '1 of 20 landings in main takes back what others had landed; each author had it.',
    );
    const [past] = lostLines(
      report(landing('1', lost('x', { blocks: true })), landing('2', lost('y'))),
      FEW,
      look(),
    );
    expect(past).toBe(
      '2 of 20 landings in main take back what others had landed, 1 past their author.',
    );
  });

  it('show victim, path and evidence, the newest first, and count the rest', () => {
    const many = ['a', 'b', 'c', 'd'].map((path) => lost(path));
    const shown = lostLines(report(landing('1', lost('x')), landing('2', ...many)), FEW, look());
    expect(shown.slice(1)).toEqual([
      '',
      '2222222 landing 2',
      ...['a', 'b', 'c'].map(
        (path) =>
          ` · ${path}: takes back what task core landed (aaaaaaa); takes out 9 of the 10 that it changed there`,
      ),
      '   and 1 more path',
      '',
      '1 landing more: -n 2',
      '',
      'fanin lost --hunks shows the lines in question.',
    ]);
  });

  it('show the lines as they are', () => {
    const shown = lostLines(
      report(landing('1', lost('x', { hunk: ['-\u{1b}[31mred'] }))),
      { most: 9, hunks: true },
      look(),
    );
    expect(shown.at(-1)).not.toContain('\u{1b}');
    expect(shown.at(-1)).toMatch(/^ {5}-/u);
  });
});
