import { sweep } from '../measures/overlap.ts';
import type { Detector } from './pattern.ts';
import {
  lastDone,
  askedAt,
  isUnfinished,
  minutes,
  type RanAgent,
  type SessionView,
} from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One sub-agent's part was far larger than those of the others. */
export const oversizedChildTask: Detector = {
  code: 'oversized-child-task',
  detect(view) {
    return view.subs.flatMap((sub) => {
      const long = sub.to - sub.from;
      const others = view.subs.filter((each) => each !== sub).map(({ from, to }) => to - from);
      const unfinished = isUnfinished(sub) && sub.end.by !== 'parent';
      const alone = aloneMs(view, sub);
      if (!isLarge(view, long, others, unfinished)) return [];
      if (!unfinished && alone.ms < alone.of * THRESHOLDS.oversizedAlone.value) return [];
      return [
        {
          agents: [sub.id],
          evidence: [askedAt(view, sub), lastDone(view, sub)],
          consequence: unfinished
            ? `its part was not finished after ${minutes(long)}`
            : `it was at work alone for ${minutes(alone.ms)} of ${minutes(alone.of)}`,
          nearest: unfinished ? 'early-child-termination' : 'critical-path-starvation',
          rejection: `its part took ${minutes(long)}, those of others ${minutes(median(others))}`,
          confidence: unfinished ? 'medium' : 'high',
          episode: [`end:${sub.id}`],
        },
      ];
    });
  },
};

function isLarge(
  { budgetMs }: SessionView,
  ms: number,
  others: readonly number[],
  unfinished: boolean,
): boolean {
  if (others.length < 2 || ms < THRESHOLDS.oversizedFloor.value) return false;
  return (
    ms >= median(others) * THRESHOLDS.oversized.value ||
    (unfinished && budgetMs !== null && ms >= budgetMs * THRESHOLDS.oversizedOfBudget.value)
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** How long no other sub-agent was at work beside it, and how long any was at all. */
function aloneMs({ subs }: SessionView, sub: RanAgent): { ms: number; of: number } {
  const all = sweep(subs.flatMap(({ live }) => live)).activeMs;
  const others = sweep(subs.flatMap((each) => (each === sub ? [] : each.live))).activeMs;
  return { ms: all - others, of: all };
}
