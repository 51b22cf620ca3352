import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../src/adapters/simulated/clock.ts';
import { awakeClock } from '../../../src/adapters/simulated/slow-clocks.ts';

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
  ])('from %d to %d is %d ms', async (from, to, ms) => {
    const time = manualClock(0);
    const clock = awakeClock(time.clock, sleeps);
    await time.pass(from);
    const before = clock.awake().ms;
    await time.pass(to - from);
    expect(clock.awake().ms - before).toBe(ms);
  });
});
