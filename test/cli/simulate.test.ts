import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fanin } from './fanin.ts';
import { toldBy } from './told.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHORT = 'scenarios/short-bounded.yaml';

interface Row {
  readonly policy: string;
  readonly simulated: boolean;
  readonly landed: { readonly median: number };
}

describe('fanin simulate', () => {
  it('shows a row for each policy, and says in every part that it is simulated', async () => {
    const { code, out } = await fanin(ROOT, 'simulate', SHORT, '--seeds', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/^short-bounded \(simulated, 2 seeds from 1\)$/mu);
    expect(out).toContain('Simulated: medians');
    for (const policy of ['wait-for-all', 'serial', 'fixed-2', 'fixed-8', 'fanin', 'oracle'])
      expect(out).toMatch(new RegExp(`^ {2}${policy} +3 +100% +12 `, 'mu'));
    expect(out).toContain('landed of 3  of oracle  tests of 12  tokens');
  });

  it('gives a line of JSON for each scenario', async () => {
    const args = ['simulate', SHORT, SHORT, '--seeds', '1', '--first', '7', '--policy', 'serial'];
    const { out } = await fanin(ROOT, ...args, '--json');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toHaveLength(2);
    const [first] = lines as { simulated: boolean; seeds: unknown; policies: readonly Row[] }[];
    expect(first).toMatchObject({ schema: 1, simulated: true, seeds: { first: 7, count: 1 } });
    expect(first?.policies.map(({ policy, simulated }) => [policy, simulated])).toEqual([
      ['serial', true],
    ]);
  });

  it('refuses what it cannot simulate', async () => {
    const none = await fanin(ROOT, 'simulate', '--json');
    expect([none.code, toldBy(none.out).error.code]).toEqual([2, 'usage']);
    const lost = await fanin(ROOT, 'simulate', 'scenarios/none.yaml', '--json');
    expect([lost.code, toldBy(lost.out).error.code]).toEqual([2, 'scenario-not-found']);
    expect((await fanin(ROOT, 'simulate', SHORT, '--seeds', '0')).code).toBe(2);
    expect((await fanin(ROOT, 'simulate', SHORT, '--policy', 'none')).code).toBe(2);
  });
});
