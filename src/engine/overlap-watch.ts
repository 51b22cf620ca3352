import { hasProcess } from '../domain/attempt/evolve.ts';
import { conflictChanges } from '../domain/conflicts/decide-seen.ts';
import type { LiveConflict, SeenConflicts } from '../domain/conflicts/live-conflict.ts';
import type { Tip } from '../domain/conflicts/matrix.ts';
import { isOpen } from '../domain/conflicts/standing.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import type { Checkpoint } from '../ports/checkpoints.ts';
import type { EngineDeps } from './deps.ts';

/**
 * Compares what is under way, live workspaces by their newest checkpoints and open deliveries,
 * whenever something of it or the target is new. A comparison that fails says nothing, and the next
 * one comes with the next change.
 */
export interface OverlapWatch {
  /** After each step of the run. */
  attend(run: RunState): void;
  /** A workspace has been looked at; the newest that is held of it. */
  held(checkpoint: Checkpoint): void;
  close(): Promise<void>;
}

/** What comes within this time of the first change is compared with it. */
const GATHER_MS = 1_000;

/** Between two comparisons, in ms at least, … */
const PAUSE_MS = 5_000;
/** … and in times of what the last one took. */
const PAUSE_FACTOR = 20;

/** Compares nothing yet. `seen` is told only what is new to the run. */
export const createOverlapWatch = (
  deps: EngineDeps,
  seen: (command: RunCommand) => void,
): OverlapWatch => {
  const checkpoints = new Map<AttemptId, string>();
  let run: RunState | null = null;
  let compared = '';
  let soonest = 0;
  let cancel: (() => void) | null = null;
  let comparing: Promise<void> | null = null;
  let closed = false;

  const consider = (): void => {
    if (closed || run === null || run.phase === 'ended' || cancel !== null || comparing !== null)
      return;
    if (signatureOf(run, tipsOf(run, checkpoints)) === compared) return;
    cancel = deps.clock.schedule(Math.max(GATHER_MS, soonest - deps.clock.now()), () => {
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
    compared = signatureOf(now, tips);
    const started = deps.clock.now();
    const found = tips.length === 0 ? null : await compare(deps, now.target, tips);
    const took = deps.clock.now() - started;
    soonest = deps.clock.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * took);
    if (found === null || closed || run === null) return;
    const told = await withTexts(deps, { run, tips }, found);
    if (told !== null && !closed) seen({ type: 'conflicts-seen', seen: told });
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

/** One tip alone, on the target as it started from, conflicts with nothing. */
const signatureOf = (run: RunState, tips: readonly Tip[]): string => {
  const [only] = tips;
  if (only === undefined) return '';
  if (tips.length === 1 && run.attempts[only.name]?.base === run.target) return '';
  return [run.target, ...tips.map(({ name, commit }) => `${name} ${commit}`)].join('\n');
};

const compare = async (
  { matrix }: EngineDeps,
  target: string,
  tips: readonly Tip[],
): Promise<SeenConflicts | null> => {
  const found = await matrix.compare({ target, tips });
  if (!found.ok) return null;
  const { against, pairs, unread } = found.value;
  // Nobody can say who conflicts with one that does not merge into the target: what was known stays.
  const left = new Set([...unread, ...against].map(({ name }) => name));
  return {
    target,
    compared: tips.map(({ name }) => name).filter((name) => !left.has(name)),
    conflicts: [
      ...against.map(({ name, files }) => ({ a: name, b: null, files, text: '' })),
      ...pairs.map(({ a, b, files }) => ({ a, b, files, text: '' })),
    ],
  };
};

/** Conflicts whose lines are looked up at once; agents are told of others by the files alone. */
const MOST_TEXTS = 5;
const MOST_CHARS = 4_000;

/** What is new, with the lines in question; null: nothing is. */
const withTexts = async (
  { matrix }: EngineDeps,
  { run, tips }: { readonly run: RunState; readonly tips: readonly Tip[] },
  seen: SeenConflicts,
): Promise<SeenConflicts | null> => {
  const { found, gone } = conflictChanges(run, seen);
  if (found.length === 0 && gone.length === 0) return null;
  const texts = new Map<LiveConflict, string>();
  for (const conflict of found.slice(0, MOST_TEXTS)) {
    const a = tips.find(({ name }) => name === conflict.a);
    const b = tips.find(({ name }) => name === conflict.b) ?? null;
    if (a === undefined) continue;
    const lines = await matrix.conflict({ target: seen.target, a, b });
    if (lines.ok) texts.set(conflict, shortened(lines.value.map(({ text }) => text).join('\n\n')));
  }
  const isSame = (one: LiveConflict, other: LiveConflict): boolean =>
    (one.a === other.a && one.b === other.b) || (one.a === other.b && one.b === other.a);
  const conflicts = seen.conflicts.map((conflict) => {
    const known = [...texts].find(([each]) => isSame(each, conflict));
    return known === undefined ? conflict : { ...conflict, text: known[1] };
  });
  return { ...seen, conflicts };
};

const shortened = (text: string): string =>
  text.length <= MOST_CHARS ? text.trimEnd() : `${text.slice(0, MOST_CHARS).trimEnd()}\n…`;
