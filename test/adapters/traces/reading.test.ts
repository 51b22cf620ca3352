import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeOf } from '../../../src/adapters/traces/reading.ts';

test('a time is told by its usual form as by any other', () => {
  const at = Date.UTC(2026, 10, 29, 12, 56, 42, 503);
  for (const form of ['2026-11-29T12:56:42.503Z', '2026-11-29T13:56:42.503+01:00', at])
    expect(timeOf(form)).toBe(at);
  expect(timeOf(1_795_957_002)).toBe(1_795_957_002_000);
});

test('what has the usual form is read as the platform reads it, whatever stands in it', () => {
  const digit = fc.nat(9).map(String);
  const odd = fc.oneof(
    { weight: 40, arbitrary: digit },
    fc.constantFrom('-', '+', ' ', 'T', ':', 'Z', '.', 'x', 'é', '٣'),
  );
  const form = fc
    .array(odd, { minLength: 17, maxLength: 17 })
    .map((each) => {
      let at = 0;
      return '....-..-..T..:..:....Z'.replaceAll('.', () => each[at++] ?? '0');
    })
    .map((text) => `${text.slice(0, 19)}.${text.slice(20)}`);
  const usual = fc
    .date({ min: new Date(1), max: new Date(9_999_999_999_999), noInvalidDate: true })
    .map((date) => date.toISOString());
  fc.assert(
    fc.property(fc.oneof(form, usual), (text) => {
      const at = Date.parse(text);
      expect(timeOf(text)).toBe(at > 0 && at < 1e13 ? at : null);
    }),
    { numRuns: 5_000 },
  );
});

test.each([null, {}, 'never', '', '2026-02-31T24:00:00.000Z', -5, 1e14])(
  '%j is no time',
  (value) => {
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    expect(timeOf(value)).toBe(Number.isNaN(at) ? null : at);
  },
);
