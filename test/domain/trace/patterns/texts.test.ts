import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isToBuild } from '../../../../src/domain/trace/patterns/building.ts';
import { areOfOneThing, claimsIn } from '../../../../src/domain/trace/patterns/claims.ts';
import { contentWords, numbersIn } from '../../../../src/domain/trace/patterns/content-words.ts';
import { isFinding } from '../../../../src/domain/trace/patterns/found-things.ts';
import { hasWord } from '../../../../src/domain/trace/patterns/message-values.ts';
import { isSameKey, keyOf, saidValues } from '../../../../src/domain/trace/patterns/said-values.ts';
import { isNearSpelling } from '../../../../src/domain/trace/patterns/spellings.ts';
import { statedIn } from '../../../../src/domain/trace/patterns/stated-values.ts';
import { verdictIn } from '../../../../src/domain/trace/patterns/verdicts.ts';

describe('values in what agents say', () => {
  test.each([
    ['MAX_RETRIES = 3 is in force.', 'max retries', '3'],
    ['The port is 8080.', 'port', '8080'],
    ['UPSTREAM_PORT was 8334.', 'upstream port', '8334'],
    ['It has a timeout of 450.', 'timeout', '450'],
    ['accounts uses algorithm = bcrypt', 'algorithm', 'bcrypt'],
    ['`poll_ms` defaults to "fast"', 'poll ms', 'fast'],
  ])('%s', (text, key, value) => {
    expect(saidValues(text)).toContainEqual({ key, value });
  });

  test('two spellings of a name are one key, and a part of it may be the same thing', () => {
    expect(keyOf('maxRetries')).toBe(keyOf('MAX_RETRIES'));
    expect(isSameKey(keyOf('PAGE_SIZE'), keyOf('size'))).toBe(true);
    expect(isSameKey(keyOf('resize'), keyOf('size'))).toBe(false);
  });

  test('claims are of one thing when their sentences share a word that carries', () => {
    const [a] = claimsIn('The retention period for logs is 30 days.');
    const [b] = claimsIn('By the policies the retention period is 90 days.');
    const [c] = claimsIn('The server listens on port 4000.');
    if (a === undefined || b === undefined || c === undefined)
      throw new Error('a claim is missing');
    expect([a.value, b.value, c.value]).toEqual(['30', '90', '4000']);
    expect(areOfOneThing(a, b)).toBe(true);
    expect(areOfOneThing(a, c)).toBe(false);
  });

  test('names separators, headers, constants, routes and names that a task lays down, and no files', () => {
    const text =
      'Separate with semicolons (;), answer 429 with Retry-After, E_TOO_BIG and toCsv at /v2/rows in src/a.ts.';
    expect(statedIn(text).toSorted()).toEqual(
      [';', '429', 'Retry-After', 'E_TOO_BIG', 'toCsv', '/v2/rows'].toSorted(),
    );
  });

  test('a value is a word of its own', () => {
    expect(hasWord('got 20 of 2026', '20')).toBe(true);
    expect(hasWord('in 2026', '20')).toBe(false);
  });

  test('words that carry lose their endings, and common ones do not count', () => {
    expect([...contentWords('The tests expected retries, the retry failed')]).toEqual(['retr']);
    expect(numbersIn('exits with 3, v2 and 0.5 of 3')).toEqual(['3', '0.5']);
  });
});

describe('spellings', () => {
  test.each([
    ['8334', '8443', false],
    ['8334', '8343', true],
    ['tenant-24', 'tenant-42', true],
    ['450', '4500', true],
    ['DEPLOY_PROD_TOKEN', 'DEPLOY_TOKEN_PROD', true],
    ['bcrypt', 'argon2id', false],
    ['8080', '8080', false],
  ])('%s and %s', (a, b, near) => {
    expect(isNearSpelling(a, b)).toBe(near);
  });

  test('are near both ways round, and one letter more or less is near', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 2, maxLength: 12 }),
        fc.string({ minLength: 2, maxLength: 12 }),
        (a, b) => {
          expect(isNearSpelling(a, b)).toBe(isNearSpelling(b, a));
          expect(isNearSpelling(a, `${a}x`)).toBe(true);
        },
      ),
    );
  });
});

describe('verdicts', () => {
  test.each([
    ['Verdict on src/a.ts: safe. It takes constant time.', true],
    ['Verdict on src/a.ts: unsafe. An empty secret is let in.', false],
    ['Approve. src/a.ts is additive.', true],
    ['Reject. It locks the table.', false],
    ['src/a.ts has no races and no leaks.', true],
    ['src/a.ts is not used anywhere, it can be deleted.', false],
    ['The views load two; src/a.ts is still needed there.', true],
    ['I read src/a.ts.', null],
  ])('%s', (text, verdict) => {
    expect(verdictIn(text, 'src/a.ts')).toBe(verdict);
  });

  test.each([
    ['The session id is not renewed at login.', true],
    ['A deleted role still grants its rights.', true],
    ['e4 set the quality from 85 to 20; put 85 back.', true],
    ['All 31 files agree.', false],
    ['All good, no findings.', false],
  ])('%s: a finding, %s', (text, finding) => {
    expect(isFinding(text)).toBe(finding);
  });
});

describe('what asks for building', () => {
  test.each([
    ['Write src/a.ts.', true],
    ['Look into src/a.ts and mend it.', true],
    ['Your task is to implement the queue.', true],
    ['Which calls does src/api make? Report only, change no file.', false],
    ['Find out what has to change in src/a.ts.', false],
    ['Make a plan for the export.', false],
    ['Study the router. Do not write code.', false],
    ['Review the change in src/pay.ts and tell whether it can be merged.', false],
  ])('%s: %s', (text, builds) => {
    expect(isToBuild(text)).toBe(builds);
  });
});
