import { failure } from './failure.ts';
import type { Failure } from './failure.ts';

/** What an engine ends with when another one has taken over. */
export const SUPERSEDED: Failure = failure(
  'engine-superseded',
  'another engine has taken over this repository',
  {
    hint: 'this one has stopped and left its agents to the other; fanin status shows the run',
  },
);
