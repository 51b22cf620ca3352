import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLAY_POLICIES } from '../../src/domain/replay/policies.ts';
import { fanin } from './fanin.ts';
import { toldBy } from './told.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-replay-'));
  const text = 'replay: 1\nabout: A few.\nslots: [1, 2]\ngenerate: { changes: 8, fails: 25% }\n';
  writeFileSync(join(folder, 'few.yaml'), text);
  const recorded = { replay: 1, about: 'Two.', changes: [{ id: 'a' }, { id: 'b', runs: ['red'] }] };
  writeFileSync(join(folder, 'two.json'), JSON.stringify(recorded));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('fanin replay', () => {
  it('shows a row for each policy and point, and says that it is simulated', async () => {
    const { code, out } = await fanin(folder, 'replay', 'few.yaml', '--seeds', '3');
    expect(code).toBe(0);
    expect(out).toMatch(/^A few\.$/mu);
    expect(out).toMatch(/^few: 25% fail, 1 slot \(simulated, 3 seeds from 1\)$/mu);
    expect(out).toMatch(/^few: 25% fail, 2 slots \(simulated, 3 seeds from 1\)$/mu);
    expect(out).toContain('Simulated. Checks: ');
    for (const policy of [...REPLAY_POLICIES, 'oracle'])
      expect(out.match(new RegExp(`^ {2}${policy} +\\d`, 'gmu'))).toHaveLength(2);
  });

  it('gives a line of JSON for each point', async () => {
    const args = ['replay', 'two.json', '--seeds', '1', '--policy', 'serial', '--json'];
    const { out } = await fanin(folder, ...args);
    expect(JSON.parse(out)).toMatchObject({
      schema: 1,
      simulated: true,
      replay: 'two',
      slots: 1,
      fails: 0.5,
      yardsticks: { simulated: true, entropyBound: 2 },
      policies: [
        {
          policy: 'serial',
          simulated: true,
          checks: 2,
          landed: 1,
          returned: 1,
          redTargets: 0,
          turnaround: { meanMs: 60_000 },
          ratios: { checksToBound: 1, meanToEveryCommit: 1 },
        },
      ],
    });
  });

  it('refuses what it cannot replay', async () => {
    const none = await fanin(folder, 'replay', '--json');
    expect([none.code, toldBy(none.out).error.code]).toEqual([2, 'usage']);
    const lost = await fanin(folder, 'replay', 'none.yaml', '--json');
    expect([lost.code, toldBy(lost.out).error.code]).toEqual([2, 'replay-not-found']);
    expect((await fanin(folder, 'replay', 'few.yaml', '--policy', 'none')).code).toBe(2);
  });
});
