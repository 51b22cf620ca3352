import type { Detector } from './pattern.ts';
import {
  askedAt,
  briefPaths,
  eventsOf,
  likeness,
  namedTouches,
  writesOf,
} from './session-index.ts';
import { fileKey, minutes, type RanAgent, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Work that had failed was started again with the same brief, from nothing. */
export const checkpointFreeRetry: Detector = {
  code: 'checkpoint-free-retry',
  detect(view) {
    return view.subs.flatMap((first) => {
      const calls = eventsOf(view, 'tool', first.id);
      if (!isGivenUp(view, first) || first.brief === null || calls.length === 0) return [];
      const again = view.subs.find(
        (each) =>
          each.from >= first.to &&
          each.brief !== null &&
          (each.brief.hash === first.brief?.hash ||
            (likeness(view, each, first) >= THRESHOLDS.sameBrief.value &&
              !isToldOf(view, each, first))),
      );
      if (again === undefined) return [];
      return [
        {
          agents: [first.id, again.id],
          evidence: [askedAt(view, first), first.end.evidence, askedAt(view, again)],
          consequence: `${calls.length} calls in ${minutes(first.to - first.from)} were made for nothing`,
          nearest: 'no-failure-takeover',
          rejection: 'the work was taken over, without what was there of it',
          confidence: again.brief?.hash === first.brief?.hash ? 'high' : 'medium',
          episode: [
            `end:${first.id}`,
            ...writesOf(view, first.id).map(({ path }) => fileKey(path)),
          ],
        },
      ];
    });
  },
};

/** Whether an agent ended without having done its work: by its end, or by its own word. */
const isGivenUp = (view: SessionView, { id, end }: RanAgent): boolean =>
  end.state !== 'completed' ||
  view.results.some(({ from, message }) => from === id && GAVE_UP.test(message.text));

const GAVE_UP =
  /\b(?:could(?: not|n't) (?:finish|complete|get|go on)|(?:was )?unable to (?:finish|complete)|did(?: not|n't) (?:finish|complete|get (?:to|through))|ran out of|gave up|giving up|not finished|unfinished|had to stop|broke off)\b/i;

/** Whether a brief says more of what was there than the earlier one: by its words, or by a file that had come since. */
function isToldOf(view: SessionView, again: RanAgent, first: RanAgent): boolean {
  const before = first.brief?.text ?? '';
  if (CHECKPOINT.test(again.brief?.text ?? '') && !CHECKPOINT.test(before)) return true;
  const known = briefPaths(view, first);
  return briefPaths(view, again).some(
    (path) => !known.includes(path) && namedTouches(view).of(path).length > 0,
  );
}

const CHECKPOINT =
  /\b(?:continue|resume|earlier|previous(?:ly)?|already|checkpoint|so far|left off|go on|where (?:it|he|she|they|the)\b.{0,30}\b(?:stopped|ended|broke)|broke off|last time|first attempt|partial(?:ly)?|progress|notes?)\b/i;
