import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskOf } from '../../../src/domain/delivery/risk.ts';
import type { RiskFacts } from '../../../src/domain/delivery/risk.ts';

const NOTHING: RiskFacts = {
  lines: 0,
  files: 0,
  findings: 0,
  blocking: 0,
  earlierFailures: 0,
  hotFiles: 0,
};

describe('the risk of a change', () => {
  it('is small for a change that nothing speaks against, and never certain', () => {
    expect(riskOf(NOTHING)).toBeCloseTo(0.049, 3);
    const worst = {
      lines: 1e9,
      files: 1e6,
      findings: 50,
      blocking: 50,
      earlierFailures: 9,
      hotFiles: 99,
    };
    expect(riskOf(worst)).toBeLessThanOrEqual(1);
  });

  it('grows with each reason to fail', () => {
    const amount = fc.nat({ max: 200 });
    const facts = fc.record({
      lines: amount,
      files: amount,
      findings: fc.nat({ max: 5 }),
      blocking: fc.nat({ max: 5 }),
      earlierFailures: fc.nat({ max: 5 }),
      hotFiles: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(
        facts,
        fc.constantFrom(...(Object.keys(NOTHING) as (keyof RiskFacts)[])),
        (of, key) => {
          expect(riskOf({ ...of, [key]: of[key] + 1 })).toBeGreaterThan(riskOf(of));
        },
      ),
    );
  });
});
