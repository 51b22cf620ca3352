import { describe, expect, it } from 'vitest';
import { gapBetween } from '../../../src/domain/run/gap.ts';
import { wallUsed } from '../../../src/domain/run/state.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import { startedRun, toRunning } from '../../support/run-driver.ts';

const FROM = 1_000_000;
const NOW = FROM + 60 * MINUTE;

describe('a gap', () => {
  it('begins after two minutes without a look', () => {
    expect(gapBetween(FROM, FROM + 2 * MINUTE - 1, null)).toBe(null);
    expect(gapBetween(FROM, FROM + 2 * MINUTE, null)).toEqual({ from: FROM, workedUntil: FROM });
    expect(gapBetween(NOW, FROM, null)).toBe(null);
  });

  it.each([
    ['before it', FROM - 1, FROM],
    ['in it', FROM + 5, FROM + 5],
  ])('has work in it up to a last sign of life %s', (_, alive, workedUntil) => {
    expect(gapBetween(FROM, NOW, alive)).toEqual({ from: FROM, workedUntil });
  });

  it.each([NOW - 2 * MINUTE + 1, NOW, NOW + 5])('is none where work went on until %d', (alive) => {
    expect(gapBetween(FROM, NOW, alive)).toBe(null);
  });

  const running = () => {
    const run = startedRun(
      planOf([taskOf('a')], {
        limits: { wallMs: 60 * MINUTE, live: 1, reserve: 0, ...NO_BUDGET },
      }),
    );
    toRunning(run, 'a', 1000 * MINUTE);
    run.now += 10 * MINUTE;
    return run;
  };

  it('counts as wall time as far as somebody worked in it, and stops nothing', () => {
    const run = running();
    const from = run.now;
    run.now += 100 * MINUTE;
    const gap = { from, workedUntil: from + 5 * MINUTE };
    expect(run.send({ type: 'wake', gap })).toEqual([
      { type: 'run.unattended', at: run.now, ...gap },
    ]);
    expect(wallUsed(run.state, run.now)).toBe(15 * MINUTE);
    run.now += 45 * MINUTE;
    expect(run.tick().map(({ type }) => type)).toContain('run.stop-requested');
  });
});
