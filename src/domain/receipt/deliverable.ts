import type { Finding } from '../attempt/attempt.ts';

/** What an attempt left of something that it must leave behind. Present alone says little: it may be what was there before. */
export interface Deliverable {
  readonly path: string;
  readonly left: 'missing' | 'empty' | 'unchanged' | 'changed';
}

/** The object of a file without content, by git's two ways of hashing. */
const EMPTY: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);

/** By the objects at its path: `now` in the delivered commit, `before` in its base; null: none. */
export const deliverableLeft = (
  path: string,
  now: string | null,
  before: string | null,
): Deliverable => {
  if (now === null) return { path, left: 'missing' };
  if (now === before) return { path, left: 'unchanged' };
  return { path, left: EMPTY.has(now) ? 'empty' : 'changed' };
};

/** As a receipt has it. */
export const presence = ({ path, left }: Deliverable) => ({ path, present: left !== 'missing' });

/** What is not as others who wait for it may expect. */
export const deliverableFindings = (all: readonly Deliverable[]): readonly Finding[] =>
  all.flatMap(({ path, left }): readonly Finding[] =>
    left === 'changed'
      ? []
      : [{ kind: `${left}-deliverable`, text: `${path} ${TEXT[left]}`, path, blocks: true }],
  );

const TEXT = {
  missing: 'is not in the delivered tree',
  empty: 'is in the delivered tree, and empty',
  unchanged: 'is the one that was there before: the task has not touched it',
} as const;
