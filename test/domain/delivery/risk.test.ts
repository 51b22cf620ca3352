import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskOf } from '../../../src/domain/delivery/risk.ts';
import type { Looks } from '../../../src/domain/delivery/risk.ts';

const plain: Looks = { lines: 100, files: 4, findings: 0, earlierFailures: 0, hotFiles: 0 };

describe('the risk of a delivery', () => {
  it('is about one in twenty-five for a hundred plain lines', () => {
    expect(riskOf(plain)).toBeCloseTo(0.04, 2);
  });

  it('rises with each thing that speaks against it, and stays a probability', () => {
    const looks = fc.record({
      lines: fc.nat(100_000),
      files: fc.nat(2000),
      findings: fc.nat(20),
      earlierFailures: fc.nat(9),
      hotFiles: fc.nat(30),
    });
    fc.assert(
      fc.property(
        looks,
        fc.constantFrom(...(Object.keys(plain) as (keyof Looks)[])),
        (some, key) => {
          const risk = riskOf(some);
          expect(risk).toBeGreaterThan(0);
          expect(risk).toBeLessThan(1);
          expect(riskOf({ ...some, [key]: some[key] + 1 })).toBeGreaterThanOrEqual(risk);
        },
      ),
    );
    expect(riskOf({ ...plain, earlierFailures: 1 })).toBeGreaterThan(2 * riskOf(plain));
  });
});
