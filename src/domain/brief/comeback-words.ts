import type { Comeback } from '../attempt/attempt.ts';

/** What became of an attempt that is to be made again, after its name. */
export const COMEBACK_WORDS: Readonly<Record<Comeback['kind'], string>> = {
  conflict: 'conflicted with what has landed since',
  red: 'failed its checks',
  review: 'was sent back by a reviewer',
  stopped: 'was stopped before it was done',
  failed: 'failed',
};
