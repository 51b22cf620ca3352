import type { RunId } from '../domain/ids.ts';
import type { RunEnd } from '../domain/run/events.ts';

/** How a run came to its end. */
export interface EndedRun {
  readonly end: RunEnd;
  readonly reason: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/** Knows of runs of any repository how they ended. */
export interface RunEnds {
  /** Null: the run goes on, or nobody knows of it. `state`: where fanin keeps what it knows of a repository. */
  of(state: string, run: RunId): EndedRun | null;
}
