import { describe, expect, it } from 'vitest';
import { CRASHED_LANDINGS, FULL, play } from './play.ts';
import type { Knobs } from './play.ts';
import { knobsText, shrink } from './shrink.ts';
import { FAULTS } from './world.ts';
import type { Fault } from './world.ts';

/** More of them: node scripts/simulate.mjs. */
const SEEDS = Number(process.env['FANIN_SIM_SEEDS'] ?? 500);
/** Landings in whose midst engines die; more of them: node scripts/simulate.mjs --landings 100000. */
const LANDINGS = Number(process.env['FANIN_SIM_LANDINGS'] ?? 1000);
const FIRST = Number(process.env['FANIN_SIM_FIRST'] ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, k) => FIRST + k);

const brokenBy = async (seed: number, knobs: Knobs): Promise<readonly string[]> =>
  (await play(seed, knobs)).broken;

describe('the engine in a world where everything goes wrong (simulated)', () => {
  it('keeps its promises after every event', { timeout: 600_000 }, async () => {
    const failures: string[] = [];
    const seen = new Set<string>();
    let crashes = 0;
    let resolved = 0;
    for (const seed of seeds) {
      const outcome = await play(seed);
      crashes += outcome.crashes;
      resolved += outcome.resolved;
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
    expect(resolved).toBeGreaterThan(seeds.length / 50);
    for (const type of [
      'delivery.returned',
      'delivery.parked',
      'delivery.rejected',
      'task.retried',
      'run.stop-requested',
      'duplicate.found',
    ])
      expect([...seen]).toContain(type);
  });

  it(
    'never has a red target, whichever steps of its landings engines die between',
    {
      timeout: 600_000,
    },
    async () => {
      const failures: string[] = [];
      const deaths = new Set<string>();
      let landings = 0;
      let redTargets = 0;
      for (let seed = FIRST; landings < LANDINGS && failures.length === 0; seed += 1) {
        const outcome = await play(seed, CRASHED_LANDINGS);
        landings += outcome.landings;
        redTargets += outcome.redTargets;
        for (const death of outcome.landingDeaths) deaths.add(death);
        if (outcome.broken.length > 0)
          failures.push(`${knobsText(seed, CRASHED_LANDINGS)}: ${outcome.broken.join('; ')}`);
      }
      expect(failures.join('\n')).toBe('');
      expect(redTargets).toBe(0);
      if (LANDINGS < 500) return;
      for (const call of ['resolve', 'merge', 'commit', 'land', 'append'])
        for (const when of ['before', 'after']) expect([...deaths]).toContain(`${when} ${call}`);
    },
  );

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
    expect(knobsText(12, CRASHED_LANDINGS)).toBe('--seed 12 --crash-landings');
  });
});
