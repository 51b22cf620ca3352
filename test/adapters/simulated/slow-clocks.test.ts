import { describe, expect, it } from 'vitest';
import { awakeTime } from '../../../src/adapters/simulated/slow-clocks.ts';

const sleeps = [
  { from: 100, to: 200 },
  { from: 300, to: 310 },
];

describe('the time that a host is awake', () => {
  it.each([
    [0, 100, 100],
    [0, 400, 290],
    [150, 250, 50],
    [120, 180, 0],
    [250, 305, 50],
    [50, 40, 0],
  ])('from %d to %d is %d ms', (from, to, ms) => {
    expect(awakeTime(from, to, sleeps)).toBe(ms);
  });
});
