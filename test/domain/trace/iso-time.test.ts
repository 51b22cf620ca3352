import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../../src/domain/trace/iso-time.ts';

test('a time is written as the calendar of the machine writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString());
    }),
  );
});
