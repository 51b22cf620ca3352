import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../../src/domain/config/nearest.ts';

describe('nearest', () => {
  it.each([
    ['cor', ['core', 'seq'], 'core'],
    ['unti', ['lint', 'unit'], 'unit'],
    ['promptFile', ['prompt', 'prompt_file'], 'prompt_file'],
    ['CORE', ['core'], 'core'],
    ['x', ['y'], 'y'],
    ['zebra', ['core'], null],
    ['serialbelow', ['serialBelow'], 'serialBelow'],
    ['core', [], null],
    ['a'.repeat(10_000), ['a'.repeat(10_000)], null],
  ])('of %j among %j is %j', (name, candidates, meant) => {
    expect(nearest(name, candidates)).toBe(meant);
  });

  it('in words', () => {
    expect(didYouMean('cor', ['core'], 'else')).toBe('did you mean "core"?');
    expect(didYouMean('zebra', ['core'], 'else')).toBe('else');
  });
});
