import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import { eventsOf, failedTestsOf } from './session-index.ts';
import { fileKey, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { firstAfter, isAnyBetween } from './timed-list.ts';

/** What came of it that a sub-agent had been misled at a moment: a test of its own failed, or another put right what it wrote then. Null: nothing is seen. */
export function harmTo(view: SessionView, sub: RanAgent, at: number): Evidence | null {
  const failed = firstAfter(failedTestsOf(view, sub.id), at);
  if (failed !== undefined) return failed.evidence;
  for (const write of eventsOf(view, 'write', sub.id)) {
    if (write.path.kind !== 'product' && write.path.kind !== 'test') continue;
    const again = firstAfter(
      writesByFile(view).get(fileKey(write.path)) ?? [],
      Math.max(at, write.at),
      ({ agent }) => agent !== sub.id,
    );
    // What was written before has to have failed since.
    const isHarm = again !== undefined && (write.at > at || isRedBetween(view, at, again.at));
    if (isHarm) return again.evidence;
  }
  return said(view, sub, at)?.evidence ?? null;
}

const isRedBetween = (view: SessionView, from: number, to: number): boolean =>
  isAnyBetween(view.events('test'), from, to, ({ verdict }) => verdict === 'failed');

const writesByFile = once((view) => Map.groupBy(view.events('write'), ({ path }) => fileKey(path)));

/** Its own word that it had met what was not its own. */
const said = (view: SessionView, { id }: RanAgent, at: number): Timed<'message'> | undefined =>
  firstAfter(
    eventsOf(view, 'message', id),
    at,
    ({ what, text }) => (what === 'result' || what === 'said') && FOREIGN.test(text),
  );

const FOREIGN =
  /\b(?:some(?:body|one) else|another (?:agent|process|run|job)|the other agent|not (?:mine|my own)|was(?:n't| not) mine)\b/i;
