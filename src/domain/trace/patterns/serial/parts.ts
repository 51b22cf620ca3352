import { briefPaths, subOf, writesOf } from '../session-index.ts';
import type { SessionView } from '../session-view.ts';
import { THRESHOLDS } from '../thresholds.ts';
import { pathApart } from '../work-copies.ts';
import { namesOfKeys, passing, SAME, stays, without, type Contrast, type Pair } from './twin.ts';

/** Parts of the work that were not finished, or did not reach the others: what became of them in the twin. */
export function contrastOfParts({ parallel, candidate, serial }: Pair): Contrast {
  const agents = [...namesOfKeys(candidate, 'end'), ...namesOfKeys(candidate, 'diff')];
  const paths = [...new Set(agents.flatMap((id) => pathsOf(parallel, id)))];
  const kept = paths.flatMap((path) => stays(serial, path) ?? []);
  const passed = passing(serial);
  // A part without files is one that was to look or to test.
  if (paths.length === 0) return hasUsedUp(serial) ? SAME : without(passed?.evidence);
  if (kept.length === 0)
    return serial.productWrites.length === 0 || hasUsedUp(serial)
      ? SAME
      : without(passed?.evidence);
  if (kept.length < paths.length && hasUsedUp(serial)) return SAME;
  return without(...kept.map(({ evidence }) => evidence), passed?.evidence);
}

/** What an agent was to write, or wrote. */
function pathsOf(view: SessionView, id: string): readonly string[] {
  const sub = subOf(view, id);
  if (sub === undefined) return [];
  const own = writesOf(view, id).map((write) => pathApart(view, write) ?? write.path.path);
  const named = briefPaths(view, sub).filter((path) => path.includes('/'));
  return own.length > 0 ? own : named;
}

const hasUsedUp = ({ budgetMs, start, end }: SessionView): boolean =>
  budgetMs !== null && end - start >= budgetMs * THRESHOLDS.budgetHit.value;

/** One part was far larger than the others: one agent alone does it too, but may be done sooner. */
export function contrastOfSize(pair: Pair): Contrast {
  const { parallel, candidate, serial } = pair;
  const isUnfinished = namesOfKeys(candidate, 'end').some(
    (id) => subOf(parallel, id)?.end.state !== 'completed',
  );
  if (isUnfinished) return contrastOfParts(pair);
  return serial.end - serial.start > parallel.end - parallel.start
    ? SAME
    : without(passing(serial)?.evidence ?? serial.final?.evidence);
}
