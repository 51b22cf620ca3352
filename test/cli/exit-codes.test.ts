import { describe, expect, it } from 'vitest';
import { EXIT, exitCodeOf, exitCodeOfEnd } from '../../src/cli/exit-codes.ts';
import { failure } from '../../src/domain/failure.ts';

describe('exit codes', () => {
  it.each([
    ['missing-need', EXIT.usage],
    ['bad-anything', EXIT.usage],
    ['ambiguous-id', EXIT.usage],
    ['engine-running', EXIT.refused],
    ['checkout-dirty', EXIT.refused],
    ['agent-not-installed', EXIT.environment],
    ['no-repository', EXIT.environment],
    ['not-answered', EXIT.fault],
    ['something-new', EXIT.failed],
  ])('of %s', (code, exit) => expect(exitCodeOf(failure(code, 'x'))).toBe(exit));

  it('of a run tell its end apart', () => {
    expect(
      ['landed', 'waiting', 'unfinished', 'stopped', null].map((end) => exitCodeOfEnd(end, false)),
    ).toEqual([0, 3, 1, 1, 1]);
    expect(['landed', 'waiting', 'stopped'].map((end) => exitCodeOfEnd(end, true))).toEqual([
      0, 3, 130,
    ]);
  });
});
