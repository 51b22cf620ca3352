import { conflictChanges } from '../domain/conflicts/decide-seen.ts';
import type { LiveConflict, SeenConflicts } from '../domain/conflicts/live-conflict.ts';
import type { Tip } from '../domain/conflicts/matrix.ts';
import type { RunCommand } from '../domain/run/commands.ts';
import type { RunState } from '../domain/run/state.ts';
import type { EngineDeps } from './deps.ts';
import { createTipWatch } from './tip-watch.ts';
import type { TipWatch } from './tip-watch.ts';

/** Compares by trial merges. `seen` is told only what is new to the run. */
export const createOverlapWatch = (
  deps: EngineDeps,
  seen: (command: RunCommand) => void,
): TipWatch =>
  createTipWatch(deps.clock, {
    isDue: (run, tips) => !isAlone(run, tips),
    compare: async (now, tips, newest) => {
      const found = await compare(deps, now.target, tips);
      const run = newest();
      if (found === null || run === null) return;
      const told = await withTexts(deps, { run, tips }, found);
      if (told !== null && newest() !== null) seen({ type: 'conflicts-seen', seen: told });
    },
  });

/** One tip alone, on the target as it started from, conflicts with nothing. */
const isAlone = (run: RunState, tips: readonly Tip[]): boolean => {
  const [only] = tips;
  return only === undefined || (tips.length === 1 && run.attempts[only.name]?.base === run.target);
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
