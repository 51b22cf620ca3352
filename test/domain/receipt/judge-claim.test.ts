import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/domain/delivery/delivery.ts';
import { claimsChecksPass, judgeClaim } from '../../../src/domain/receipt/judge-claim.ts';
import type { Evidence } from '../../../src/domain/receipt/judge-claim.ts';

const result = (
  name: string,
  status: CheckResult['status'],
  by: CheckResult['by'] = 'fanin',
): CheckResult => ({
  name,
  definition: 'd',
  tree: 'abcdef0123',
  by,
  status,
  reason: status === 'failed' ? 'exit code 1' : null,
  ms: 1,
  exit: status === 'failed' ? 1 : 0,
  log: null,
});
const file = (
  path: string,
  inScope = true,
  change: 'added' | 'modified' | 'deleted' = 'added',
) => ({ path, change, from: null, added: 1, removed: 0, inScope });

const GREEN: Evidence = {
  checks: [result('unit', 'passed'), result('lint', 'passed')],
  files: [file('src/core/main.c'), file('README.md', true, 'modified')],
  exports: { measured: true, value: [] },
};
const RED: Evidence = { ...GREEN, checks: [result('unit', 'failed'), result('lint', 'passed')] };
const NONE: Evidence = { ...GREEN, checks: [] };
const STRAY: Evidence = { ...GREEN, files: [...GREEN.files, file('package.json', false)] };

describe('a claim about checks', () => {
  it.each([
    // What is plainly said is held against what was measured.
    ['All tests pass.', 'confirmed', 'contradicted'],
    ['The tests are passing', 'confirmed', 'contradicted'],
    ['All 12 tests passed', 'confirmed', 'contradicted'],
    ['The test suite is green', 'confirmed', 'contradicted'],
    ['All checks are green.', 'confirmed', 'contradicted'],
    ['Tests succeeded', 'confirmed', 'contradicted'],
    ['The build succeeds and tests pass', 'confirmed', 'contradicted'],
    ['CI is green', 'confirmed', 'contradicted'],
    ['npm test passes', 'confirmed', 'contradicted'],
    ['unit passes, all tests green', 'confirmed', 'contradicted'],
    ['The unit tests pass', 'confirmed', 'contradicted'],
    ['Type-checks pass', 'confirmed', 'contradicted'],
    // A check that is named is judged alone.
    ['lint passes', 'confirmed', 'confirmed'],
    ['The lint check is clean', 'confirmed', 'confirmed'],
    // What is hoped, denied or made to depend is no claim that they pass.
    ['The tests should pass', 'unverified', 'unverified'],
    ['Tests would pass with node 22', 'unverified', 'unverified'],
    ['Tests do not pass', 'unverified', 'unverified'],
    ["The tests don't pass yet", 'unverified', 'unverified'],
    ["Tests can't pass without a database", 'unverified', 'unverified'],
    ['The tests no longer pass', 'unverified', 'unverified'],
    ['Not all tests pass', 'unverified', 'unverified'],
    ['Some tests fail, others pass', 'unverified', 'unverified'],
    ['Two tests failed, the others passed', 'unverified', 'unverified'],
    ['Tests pass if the server is up', 'unverified', 'unverified'],
    ['The tests never passed here', 'unverified', 'unverified'],
    ['I could not make the tests pass', 'unverified', 'unverified'],
    ["The tests won't pass", 'unverified', 'unverified'],
    ['Tests might pass now', 'unverified', 'unverified'],
    ['I expect the tests to pass', 'unverified', 'unverified'],
    ['None of the tests pass', 'unverified', 'unverified'],
    ['Tests pass except one', 'unverified', 'unverified'],
    ['The tests aren’t passing', 'unverified', 'unverified'],
    ['The tests are not yet passing', 'unverified', 'unverified'],
    ['Most tests pass', 'unverified', 'unverified'],
    ['Once the fix is in, tests will pass', 'unverified', 'unverified'],
    ['Make sure the tests pass', 'unverified', 'unverified'],
    ['I was unable to get the tests passing', 'unverified', 'unverified'],
    // What nothing measures is never read in the agent's favour.
    ['I ran the tests', 'unverified', 'unverified'],
    ['I added tests for the parser', 'unverified', 'unverified'],
    ['The code is clean', 'unverified', 'unverified'],
    ['I passed the flag to the parser', 'unverified', 'unverified'],
    ['It is twice as fast', 'unverified', 'unverified'],
    ['', 'unverified', 'unverified'],
  ] as const)('%s: %s where all passed, %s where unit failed', (text, green, red) => {
    expect(judgeClaim(text, GREEN).verdict).toBe(green);
    expect(judgeClaim(text, RED).verdict).toBe(red);
    expect(judgeClaim(text, NONE).verdict).toBe('unverified');
  });

  it('says what speaks for or against it', () => {
    expect(judgeClaim('All tests pass', GREEN).because).toBe('unit, lint passed by fanin');
    expect(judgeClaim('All tests pass', RED).because).toBe(
      'unit failed on tree abcdef0 (exit code 1)',
    );
    expect(judgeClaim('All tests pass', NONE).because).toBe('fanin ran no check on this tree');
    expect(
      judgeClaim('All tests pass', { ...NONE, checks: [result('unit', 'skipped')] }).because,
    ).toBe('unit was skipped');
  });

  it('is not confirmed by what the agent ran itself', () => {
    expect(
      judgeClaim('All tests pass', { ...NONE, checks: [result('unit', 'passed', 'agent')] })
        .verdict,
    ).toBe('unverified');
  });

  it('counts outside the hand-off only when it says that they pass', () => {
    expect(claimsChecksPass('All tests pass.')).toBe(true);
    expect(claimsChecksPass('The tests should pass.')).toBe(false);
    expect(claimsChecksPass('Done.')).toBe(false);
  });
});

describe('a claim about files', () => {
  it.each([
    ['Added src/core/main.c', 'confirmed'],
    ['Added `src/core/main.c` and updated README.md.', 'confirmed'],
    ['I wrote main.c', 'confirmed'],
    ['Implemented the parser in src/core/main.c', 'confirmed'],
    ['Documented it in "README.md"', 'confirmed'],
    ['Added src/core/parser.c', 'contradicted'],
    ['Updated README.md and CHANGELOG.md', 'contradicted'],
    ['Did not change CHANGELOG.md', 'unverified'],
    ['Added the parser', 'unverified'],
    ['See src/core/parser.c', 'unverified'],
    ['Updated 3.5 times faster code', 'unverified'],
    ['Implemented e.g. the parser', 'unverified'],
    ['Added support for Node.js', 'unverified'],
  ] as const)('%s: %s', (text, verdict) => {
    expect(judgeClaim(text, NONE).verdict).toBe(verdict);
  });

  it('is contradicted when the file was deleted', () => {
    expect(
      judgeClaim('Updated README.md', { ...NONE, files: [file('README.md', true, 'deleted')] })
        .verdict,
    ).toBe('contradicted');
  });
});

describe('a claim about the scope', () => {
  it.each([
    ['I only touched files in scope', 'confirmed', 'contradicted'],
    ['Only src/core was changed', 'confirmed', 'contradicted'],
    ['No files outside the scope were changed', 'confirmed', 'contradicted'],
    ['Nothing else was changed', 'confirmed', 'contradicted'],
    ['I stayed within my scope', 'confirmed', 'contradicted'],
    ['The scope was too small', 'unverified', 'unverified'],
    ['I did not stay within my scope', 'unverified', 'unverified'],
  ] as const)('%s: %s where it is so, %s where it is not', (text, kept, stray) => {
    expect(judgeClaim(text, GREEN).verdict).toBe(kept);
    expect(judgeClaim(text, STRAY).verdict).toBe(stray);
  });

  it('names what lies outside', () => {
    expect(judgeClaim('Nothing else was changed', STRAY).because).toBe(
      'changed outside its scope: package.json',
    );
  });
});
