import { describe, expect, it } from 'vitest';
import { FULL, play } from './play.ts';
import type { Knobs } from './play.ts';
import { knobsText, shrink } from './shrink.ts';
import { FAULTS } from './world.ts';
import type { Fault } from './world.ts';

/** More of them: node scripts/simulate.mjs. */
const SEEDS = Number(process.env['FANIN_SIM_SEEDS'] ?? 500);
const FIRST = Number(process.env['FANIN_SIM_FIRST'] ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, k) => FIRST + k);

const brokenBy = async (seed: number, knobs: Knobs): Promise<readonly string[]> =>
  (await play(seed, knobs)).broken;

describe('the engine in a world where everything goes wrong (simulated)', () => {
  it('keeps its promises after every event', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    const seen = new Set<string>();
    let crashes = 0;
    for (const seed of seeds) {
      const outcome = await play(seed);
      crashes += outcome.crashes;
      for (const type of outcome.seen) seen.add(type);
      if (outcome.broken.length === 0) continue;
      const small = await shrink(FULL, async (knobs) => (await brokenBy(seed, knobs)).length > 0);
      const texts = await brokenBy(seed, small);
      failures.push(`node scripts/simulate.mjs ${knobsText(seed, small)}: ${texts.join('; ')}`);
      if (failures.length > 2) break;
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

  it('goes the same way for the same seed', async () => {
    const [one, other] = [await play(7), await play(7)];
    expect([...one.seen]).toEqual([...other.seen]);
    expect(one.generations).toBe(other.generations);
  });
});

describe('a failing play', () => {
  const needs = (knobs: Knobs, ...faults: readonly Fault[]): boolean =>
    faults.every((fault) => !knobs.without.has(fault));

  it('is shrunk to the faults and tasks that it needs', async () => {
    const small = await shrink(
      FULL,
      async (knobs) => needs(knobs, 'clock-jump', 'whims') && knobs.tasks >= 2,
    );
    expect(needs(small, 'clock-jump', 'whims')).toBe(true);
    expect(small.without.size).toBe(FAULTS.length - 2);
    expect(small.tasks).toBe(2);
    expect(knobsText(12, small)).toMatch(/^--seed 12 --tasks 2 --without engine-killed,/u);
    expect(knobsText(12, FULL)).toBe('--seed 12');
  });
});
