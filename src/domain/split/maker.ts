import type { Attempt } from '../attempt/attempt.ts';
import { attemptId } from '../ids.ts';
import type { AttemptId } from '../ids.ts';
import { attemptState } from '../run/state.ts';
import type { RunState } from '../run/state.ts';
import type { SplitFrom } from './split-from.ts';

/** How it was split off; null: its attempt is no part of another. */
export const splitOf = (attempt: Attempt): SplitFrom | null =>
  attempt.phase === 'ended' ? (attempt.split ?? null) : null;

/** The attempt in which the work was made that a part holds: itself, where it is no part. */
export const makerOf = (run: RunState, attempt: Attempt): Attempt => {
  let maker = attempt;
  for (let split = splitOf(maker); split !== null; split = splitOf(maker))
    maker = attemptState(run, attemptId(run.id, split.task, split.n));
  return maker;
};

/** Whether all that was made in the maker's attempt has landed, in as many parts as it was taken into. */
export const hasLandedWhole = (run: RunState, maker: AttemptId): boolean =>
  Object.values(run.deliveries)
    .filter(({ attempt }) => makerOf(run, attemptState(run, attempt)).id === maker)
    .every(({ phase }) => phase === 'landed' || phase === 'superseded');
