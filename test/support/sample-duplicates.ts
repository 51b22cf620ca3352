import type { AttemptId } from '../../src/domain/ids.ts';
import type { SamplesByType } from './sample-parts.ts';

/** Something that is written twice, as it comes and goes. */
export const duplicateSamples = (
  at: number,
  a: AttemptId,
): Pick<SamplesByType, 'duplicate.found' | 'duplicate.gone'> => {
  const text = 'core#1: chunk (a.ts:1) does what cli#1: batches (b.ts:9) does: it is the same text';
  const advice = 'Keep one.';
  return {
    'duplicate.found': [
      { type: 'duplicate.found', at, key: 'two', a, b: `${a}2`, text, advice },
      { type: 'duplicate.found', at, key: 'base', a, b: null, text, advice },
    ],
    'duplicate.gone': [{ type: 'duplicate.gone', at, key: 'two' }],
  };
};
