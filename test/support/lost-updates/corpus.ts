import { CONTENT_CASES } from './cases-contents.ts';
import { MERGE_CASES } from './cases-merges.ts';
import { PATH_CASES } from './cases-paths.ts';
import { QUEUE_CASES } from './cases-queue.ts';
import type { LostCase } from './case.ts';

/** Every case, written before anything looked for lost updates. */
export const LOST_CASES: readonly LostCase[] = [
  ...MERGE_CASES,
  ...QUEUE_CASES,
  ...PATH_CASES,
  ...CONTENT_CASES,
];
