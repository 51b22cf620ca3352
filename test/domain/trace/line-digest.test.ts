import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digestLines,
  MOST_LINES,
  NO_LINES,
  sharedLines,
} from '../../../src/domain/trace/line-digest.ts';

test('counts lines that are not empty, and compares them without the blanks around them', () => {
  const a = digestLines('one\n  two\n\nthree');
  expect(a.lines).toBe(3);
  expect(sharedLines(a, digestLines('two\r\nthree\nfour\n'))).toBe(2);
  expect(digestLines(' \n\n')).toEqual(NO_LINES);
});

test('keeps a bounded number of hashes of a text of any size', () => {
  const text = Array.from({ length: MOST_LINES + 500 }, (_, at) => `line ${at}`).join('\n');
  const digest = digestLines(text);
  expect(digest.hashes).toHaveLength(MOST_LINES);
  expect(digest.lines).toBe(MOST_LINES + 500);
});

test('a text shares all of its lines with any text that holds it', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 30 }), fc.string(), (lines, more) => {
      const part = digestLines(lines.join('\n'));
      expect(sharedLines(part, digestLines([...lines, more].join('\n')))).toBe(part.hashes.length);
    }),
  );
});

test('a line counts by what trimming leaves of it', () => {
  const blank = fc.constantFrom(
    ' ',
    '\t',
    '\r',
    '\v',
    '\u00A0',
    '\u2003',
    '\u2028',
    '\u3000',
    '\uFEFF',
    '\u180E',
  );
  const line = fc
    .tuple(fc.array(blank), fc.string({ unit: 'grapheme' }), fc.array(blank))
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const trimmed = lines.map((each) => each.trim()).filter((each) => each !== '');
      const digest = digestLines(lines.join('\n'));
      expect(digest).toEqual(digestLines(trimmed.join('\n')));
      expect(digest.lines).toBe(trimmed.length);
      expect(digest.hashes).toEqual(digest.hashes.toSorted((a, b) => a - b));
    }),
  );
});
