import { describe, expect, it } from 'vitest';
import { expectationLines } from '../../../src/cli/screens/plan-expectation.ts';
import { colourPaint, plainPaint } from '../../../src/cli/text/style.ts';
import type { Amount, Basis, Expectation, Lack } from '../../../src/domain/plan/expectation.ts';
import { MINUTE } from '../../support/plans.ts';

const known = (p50: number, limit: number | null = null, within: number | null = null): Amount => ({
  kind: 'known',
  spread: { p10: p50 / 2, p50, p90: p50 * 2 },
  limit,
  within,
});
const lack = (more: Partial<Lack> = {}): Lack => ({
  agent: 'claude',
  model: 'opus',
  tasks: ['a', 'b'],
  sized: false,
  attempts: 3,
  unpriced: 0,
  ...more,
});
const unknown = (...why: readonly Lack[]): Amount => ({ kind: 'unknown', why });
const basis: Basis = {
  agent: 'claude',
  model: 'opus',
  ended: 9,
  delivered: 7,
  unpriced: 0,
  sized: 6,
  ofSize: { p10: 0.8, p50: 1.1, p90: 12 },
};

const lines = (more: Partial<Expectation>, paint = plainPaint) =>
  expectationLines(
    {
      expectation: {
        time: known(40 * MINUTE, 48 * MINUTE, 0.725),
        timeLacks: [],
        tokens: known(3_100_000),
        usd: known(9),
        basis: [basis],
        ...more,
      },
    },
    { width: 100, paint, now: 0 },
  );

describe('what is expected by past attempts', () => {
  it('has its spread, how often it fits, and where it is from', () => {
    expect(lines({})).toEqual([
      '  time    40m, and 20m to 1h20m in 8 of 10 draws; within the 48m before the reserve in 72 of 100',
      '  tokens  3.1M, and 1.6M to 6.2M in 8 of 10 draws',
      '  cost    $9.00, and $4.50 to $18.00 in 8 of 10 draws',
      '  by 7 of 9 attempts of claude (opus) here, those that delivered; the 6 with a size took 1.1× of it,',
      '    0.8× to 12× in 8 of 10',
    ]);
  });

  it('says what is missing of all at once only where it is the same', () => {
    const time = unknown(lack({ sized: true, attempts: 2 }));
    const none = unknown(lack({ attempts: 0 }));
    expect(lines({ time, tokens: none, usd: none, basis: [] })).toEqual([
      '  time    unknown: 2 attempts of claude (opus) with a size so far, 5 are needed',
      '  tokens  unknown: 0 attempts of claude (opus) so far, 5 are needed',
      '  cost    unknown: 0 attempts of claude (opus) so far, 5 are needed',
    ]);
  });

  it('says what is missing instead of a figure', () => {
    const more = {
      timeLacks: [lack({ sized: true })],
      usd: unknown(lack({ unpriced: 2 })),
      tokens: unknown(lack({ attempts: 1, model: null })),
    };
    expect(lines(more).slice(1, 4)).toEqual([
      '          without spread, by size alone: a, b (3 attempts of claude (opus) with a size so far, 5 are',
      '          needed)',
      '  tokens  unknown: 1 attempt of claude so far, 5 are needed',
    ]);
    expect(lines(more)[4]).toBe(
      '  cost    unknown: nobody knows what 2 attempts of claude (opus) cost',
    );
  });

  it('says it once where nothing is known', () => {
    const nothing = { time: unknown(lack()), tokens: unknown(lack()), usd: unknown(lack()) };
    expect(lines(nothing)).toEqual([
      '          Its spread, tokens and cost are unknown: 3 attempts of claude (opus) so far, 5 are needed.',
    ]);
    expect(lines({ ...nothing, usd: unknown(lack({ unpriced: 5 })) })).toHaveLength(5);
  });

  it('sets off what seldom fits', () => {
    const [time = ''] = lines({ time: known(40 * MINUTE, 48 * MINUTE, 0.4) }, colourPaint);
    expect(time).toContain('\u{1b}[33m');
    expect(lines({}, colourPaint).join('')).not.toContain('\u{1b}[33m');
  });
});
