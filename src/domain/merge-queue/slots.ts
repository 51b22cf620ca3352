import type { Measured } from './queue.ts';

/**
 * How many tests at once speed this machine up, by what tests took with 1, 2 … of them running: one
 * more is tried as soon as there are figures without it, and kept while it gets more done. A check that
 * uses all cores by itself stays alone, since two of them take twice as long.
 */
export const slotsThatPay = (measured: readonly Measured[], most: number): number => {
  for (let slots = 1; slots < most; slots += 1) {
    const now = typicalMs(measured, slots);
    if (now === null) return slots;
    const more = typicalMs(measured, slots + 1);
    if (more === null) return slots + 1;
    if ((slots + 1) / more < GAIN * (slots / now)) return slots;
  }
  return Math.max(1, most);
};

/** One more must get at least so much more done, or it is noise. */
const GAIN = 1.1;

/** The median of tests with so many running, or null where there are too few to tell. */
const typicalMs = (measured: readonly Measured[], running: number): number | null => {
  const times = measured
    .filter((each) => each.running === running && each.ms >= SHORTEST)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return times.length < ENOUGH ? null : (times[Math.floor(times.length / 2)] ?? null);
};

const ENOUGH = 3;

/** Shorter ones were known verdicts, and say nothing about the machine. */
const SHORTEST = 100;
