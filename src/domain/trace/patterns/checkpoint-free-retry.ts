import type { Detector } from './pattern.ts';
import { askedAt, eventsOf, likeness, writesOf } from './session-index.ts';
import { fileKey, minutes } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Work that had failed was started again with the same brief, from nothing. */
export const checkpointFreeRetry: Detector = {
  code: 'checkpoint-free-retry',
  detect(view) {
    return view.subs.flatMap((first) => {
      const calls = eventsOf(view, 'tool', first.id);
      if (first.end.state === 'completed' || first.brief === null || calls.length === 0) return [];
      const again = view.subs.find(
        (each) =>
          each.from >= first.to &&
          each.brief !== null &&
          !CHECKPOINT.test(each.brief.text) &&
          (each.brief.hash === first.brief?.hash ||
            likeness(view, each, first) >= THRESHOLDS.sameBrief.value),
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

const CHECKPOINT = /\b(?:continue|resume|earlier|previous|already|checkpoint|so far|left off)\b/i;
