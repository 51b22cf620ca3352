import { describe, expect, it } from 'vitest';
import { play } from './play.ts';

const ONE = process.env['FANIN_SIM_SEED'];
const SEEDS = Number(process.env['FANIN_SIM_SEEDS'] ?? 100);
const FIRST = Number(process.env['FANIN_SIM_FIRST'] ?? 1);
const seeds =
  ONE === undefined ? Array.from({ length: SEEDS }, (_, k) => FIRST + k) : [Number(ONE)];

describe('the engine in a world where everything goes wrong', () => {
  it('lands every task once, on green trees, and loses nothing', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    const seen = new Set<string>();
    let crashes = 0;
    for (const seed of seeds) {
      const outcome = await play(seed);
      crashes += outcome.crashes;
      for (const type of outcome.seen) seen.add(type);
      if (outcome.broken.length > 0)
        failures.push(`FANIN_SIM_SEED=${seed}: ${outcome.broken.slice(0, 4).join('\n    ')}`);
      if (failures.length > 4) break;
    }
    expect(failures.join('\n')).toBe('');
    if (seeds.length < 50) return;
    expect(crashes).toBeGreaterThan(seeds.length / 2);
    for (const type of [
      'delivery.returned',
      'delivery.parked',
      'delivery.rejected',
      'task.retried',
      'run.stop-requested',
    ])
      expect([...seen]).toContain(type);
  });
});
