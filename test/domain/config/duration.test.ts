import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DURATION_PATTERN,
  formatDuration,
  formatPercent,
  MAX_DURATION,
  parseDuration,
  parsePercent,
} from '../../../src/domain/config/duration.ts';

describe('parseDuration', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['1m1ms', 60_001],
    ['2d', 172_800_000],
    ['0s', 0],
    ['24d', MAX_DURATION],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
  });

  it.each([
    ['', '"" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m'],
    ['5', '"5" has no unit: write 30s, 30m or 30h'],
    ['-5m', '"-5m" is negative'],
    ['1.5h', '"1.5h" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m'],
    [
      '30m1h',
      '"30m1h" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m',
    ],
    ['5 m', '"5 m" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m'],
    ['5M', '"5M" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m'],
    ['24d1ms', '"24d1ms" is longer than 576h'],
    [`${'9'.repeat(400)}h`, `"${'9'.repeat(39)}…" is longer than 576h`],
  ])('refuses %j', (text, error) => {
    expect(parseDuration(text)).toEqual({ ok: false, error });
  });

  it('reads what formatDuration writes, and the pattern for schemas agrees', () => {
    fc.assert(
      fc.property(fc.nat(MAX_DURATION), (ms) => {
        expect(parseDuration(formatDuration(ms))).toEqual({ ok: true, value: ms });
        expect(new RegExp(DURATION_PATTERN, 'u').test(formatDuration(ms))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9dhms]{0,6}$/u), (text) => {
        const parsed = parseDuration(text);
        const tooLong = !parsed.ok && parsed.error.includes('longer');
        expect(new RegExp(DURATION_PATTERN, 'u').test(text)).toBe(parsed.ok || tooLong);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [250, '250ms'],
    [90_000, '1m30s'],
    [5_400_000, '1h30m'],
    [172_800_000, '48h'],
    [-60_000, '-1m'],
  ])('writes %d', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('percent', () => {
  it.each([
    ['20%', 0.2, '20%'],
    ['12.5%', 0.125, '12.5%'],
    ['-5%', -0.05, '-5%'],
    ['100%', 1, '100%'],
  ])('reads and writes %s', (text, share, again) => {
    expect(parsePercent(text)).toEqual({ ok: true, value: share });
    expect(formatPercent(share)).toBe(again);
  });

  it.each(['20', '0.2', '%', '20 %', 'x%'])('refuses %s', (text) => {
    expect(parsePercent(text)).toEqual({
      ok: false,
      error: `"${text}" is not a share: write it in percent, such as 20%`,
    });
  });
});
