import { sweep } from '../measures/overlap.ts';
import type { Detector } from './pattern.ts';
import { askedAt, lastDone } from './session-index.ts';
import { isUnfinished, minutes, type RanAgent, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One sub-agent's part was far larger than those of the others. */
export const oversizedChildTask: Detector = {
  code: 'oversized-child-task',
  detect(view) {
    const all = view.subs.map(({ from, to }) => to - from).toSorted((a, b) => a - b);
    return view.subs.flatMap((sub) => {
      const long = sub.to - sub.from;
      const others = medianWithout(all, long);
      const unfinished = isUnfinished(sub) && sub.end.by !== 'parent';
      if (others === null || !isLarge(view, long, others, unfinished)) return [];
      const alone = aloneMs(view, sub);
      if (!unfinished && alone.ms < alone.of * THRESHOLDS.oversizedAlone.value) return [];
      return [
        {
          agents: [sub.id],
          evidence: [askedAt(view, sub), lastDone(view, sub)],
          consequence: unfinished
            ? `its part was not finished after ${minutes(long)}`
            : `it was at work alone for ${minutes(alone.ms)} of ${minutes(alone.of)}`,
          nearest: unfinished ? 'early-child-termination' : 'critical-path-starvation',
          rejection: `its part took ${minutes(long)}, those of others ${minutes(others)}`,
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
  others: number,
  unfinished: boolean,
): boolean {
  if (ms < THRESHOLDS.oversizedFloor.value) return false;
  return (
    ms >= others * THRESHOLDS.oversized.value ||
    (unfinished && budgetMs !== null && ms >= budgetMs * THRESHOLDS.oversizedOfBudget.value)
  );
}

/** The median of all but one, of values in order; null: too few are left. */
function medianWithout(sorted: readonly number[], one: number): number | null {
  const count = sorted.length - 1;
  if (count < 2) return null;
  const out = sorted.indexOf(one);
  const at = (index: number): number => sorted[index < out ? index : index + 1] ?? 0;
  return (at(Math.ceil(count / 2) - 1) + at(Math.floor(count / 2))) / 2;
}

/** How long no other sub-agent was at work beside it, and how long any was at all. */
function aloneMs({ subs }: SessionView, sub: RanAgent): { ms: number; of: number } {
  const all = sweep(subs.flatMap(({ live }) => live)).activeMs;
  const others = sweep(subs.flatMap((each) => (each === sub ? [] : each.live))).activeMs;
  return { ms: all - others, of: all };
}
