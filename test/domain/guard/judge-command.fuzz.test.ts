import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listed } from './guard-lists.ts';
import { judge } from './guard-scene.ts';

const commands = [...listed('attacks'), ...listed('ordinary')].map(({ command }) => command);
const KINDS = ['allow', 'out-of-scope', 'undecidable', 'deny'];

/** Judges with a limit of time that only something endless would reach. */
function judged(text: string): void {
  const before = performance.now();
  expect(KINDS, text).toContain(judge(text).verdict);
  expect(performance.now() - before, text).toBeLessThan(5_000);
}

describe('the guard', () => {
  it('judges commands that are cut off anywhere', () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.nat(200), (command, at) => {
        judged(command.slice(0, at));
        judged(command.slice(at));
      }),
      { numRuns: 1_500 },
    );
  });

  it('judges commands with something put into them', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...'$(){}[]<>|&;\'"`\\*?~!#=\n '.split(''), '$(', '${', '<<E\n', '((', '[['),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.nat(200), pieces, (command, at, piece) => {
        judged(command.slice(0, at) + piece + command.slice(at));
      }),
      { numRuns: 1_500 },
    );
  });

  it('judges any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => judged(text)),
      { numRuns: 1_000 },
    );
  });

  it('comes to an end on what grows by itself', () => {
    for (const text of [
      'f() { f | f; }; f',
      'f() { f; f; }; f',
      `${'('.repeat(500)}ls${')'.repeat(500)}`,
      'while true; do while true; do while true; do cd x; done; done; done',
      `X=a; ${'X=$X$X$X; '.repeat(40)} rm $X`,
      `echo ${'{a,b}'.repeat(30)}`,
      'eval "$(echo eval)" '.repeat(200),
      `rm ${'*/'.repeat(200)}x`,
      `for a in ${'1 2 3 '.repeat(20)}; do for b in {1..50}; do for c in {1..50}; do rm $a$b$c; done; done; done`,
      `sh -c '${'sh -c '.repeat(300)}'`,
      `rm ${'a'.repeat(100_000)}`,
      'ls; '.repeat(20_000),
    ])
      judged(text);
  });
});
