import { describe, expect, it } from 'vitest';
import { reviewShowLines } from '../../../src/cli/screens/review.ts';
import { attempt, delivery, look } from '../sample-model.ts';

describe('why a delivery was returned', () => {
  it('keeps the lines of a log, cuts long ones, and wraps what is prose', () => {
    const reason = `unit failed on tree 9999999, ${'and more '.repeat(8)}\n\nThe end of the log of unit:\n\n    > test\n    ✖ kebab ${'x'.repeat(80)}\n`;
    const item = {
      attempt: attempt('core'),
      delivery: delivery('core', 'returned', { reason }),
      blocks: 0,
      blockedMs: 0,
      risk: 0.1,
      landedSince: [],
    };
    const lines = reviewShowLines(item, look(60)).slice(2, 10);
    expect(lines).toEqual([
      '  unit failed on tree 9999999, and more and more and more',
      '  and more and more and more and more and more',
      '',
      '  The end of the log of unit:',
      '',
      '      > test',
      `      ✖ kebab ${'x'.repeat(45)}…`,
      '',
    ]);
  });
});
