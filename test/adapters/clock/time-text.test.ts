import { afterEach, describe, expect, it } from 'vitest';
import { timeText } from '../../../src/adapters/clock/time-text.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('a time as an agent reads it', () => {
  it.each([
    ['UTC', '29 Nov 2026, 21:09:03 UTC'],
    ['Europe/Berlin', '29 Nov 2026, 22:09:03 GMT+1'],
    ['Asia/Kolkata', '30 Nov 2026, 02:39:03 GMT+5:30'],
    ['America/St_Johns', '29 Nov 2026, 17:39:03 GMT-3:30'],
  ])('in %s is %s', (name, text) => {
    process.env['TZ'] = name;
    expect(timeText(Date.UTC(2026, 10, 29, 21, 9, 3))).toBe(text);
  });
});
