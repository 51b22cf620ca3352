import { hasProcess } from '../domain/attempt/evolve.ts';
import type { Tip } from '../domain/conflicts/matrix.ts';
import { isOpen } from '../domain/conflicts/standing.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Checkpoint } from '../ports/checkpoints.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Compares what is under way, live workspaces by their newest checkpoints and open deliveries,
 * whenever something of it or the target is new. A comparison that fails says nothing, and the next
 * one comes with the next change.
 */
export interface TipWatch {
  /** After each step of the run. */
  attend(run: RunState): void;
  /** A workspace has been looked at; the newest that is held of it. */
  held(checkpoint: Checkpoint): void;
  close(): Promise<void>;
}

/** What is compared, and how. */
export interface Comparing {
  /** Whether there is anything to compare; asked before each comparison. */
  readonly isDue: (run: RunState, tips: readonly Tip[]) => boolean;
  /** `newest`: the run by the time it has an answer; null: nobody wants it any more. */
  readonly compare: (
    run: RunState,
    tips: readonly Tip[],
    newest: () => RunState | null,
  ) => Promise<void>;
}

/** What comes within this time of the first change is compared with it. */
const GATHER_MS = 1_000;

/** Between two comparisons, in ms at least, … */
const PAUSE_MS = 5_000;
/** … and in times of what the last one took. */
const PAUSE_FACTOR = 20;

/** Compares nothing yet. */
export const createTipWatch = (clock: Clock, { isDue, compare }: Comparing): TipWatch => {
  const checkpoints = new Map<AttemptId, string>();
  let run: RunState | null = null;
  let compared = '';
  let soonest = 0;
  let cancel: (() => void) | null = null;
  let comparing: Promise<void> | null = null;
  let closed = false;

  const signature = (state: RunState, tips: readonly Tip[]): string =>
    isDue(state, tips) ? signatureOf(state, tips) : '';
  const consider = (): void => {
    if (closed || run === null || run.phase === 'ended' || cancel !== null || comparing !== null)
      return;
    if (signature(run, tipsOf(run, checkpoints)) === compared) return;
    cancel = clock.schedule(Math.max(GATHER_MS, soonest - clock.now()), () => {
      cancel = null;
      if (run !== null && !closed) comparing = compareNow(run).then(after, after);
    });
  };
  const after = (): void => {
    comparing = null;
    consider();
  };
  const compareNow = async (now: RunState): Promise<void> => {
    const tips = tipsOf(now, checkpoints);
    compared = signature(now, tips);
    const started = clock.now();
    try {
      if (compared !== '') await compare(now, tips, () => (closed ? null : run));
    } finally {
      soonest = clock.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * (clock.now() - started));
    }
  };

  return {
    attend: (state) => {
      run = state;
      consider();
    },
    held: ({ attempt, commit }) => {
      checkpoints.set(attempt, commit);
      consider();
    },
    close: async () => {
      closed = true;
      cancel?.();
      await comparing;
    },
  };
};

const tipsOf = (run: RunState, checkpoints: ReadonlyMap<AttemptId, string>): readonly Tip[] => [
  ...Object.values(run.attempts).flatMap((attempt) => {
    const commit = hasProcess(attempt) ? checkpoints.get(attempt.id) : undefined;
    return commit === undefined ? [] : [{ name: attempt.id, commit }];
  }),
  ...Object.values(run.deliveries).flatMap(({ id, commit }) =>
    isOpen(run, id) ? [{ name: id, commit }] : [],
  ),
];

const signatureOf = (run: RunState, tips: readonly Tip[]): string =>
  [run.target, ...tips.map(({ name, commit }) => `${name} ${commit}`)].join('\n');
