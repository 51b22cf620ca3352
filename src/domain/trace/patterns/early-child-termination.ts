import { isWaitedOut } from './blind-waits.ts';
import type { Detector } from './pattern.ts';
import { briefThings, eventsOf, likeness, senders } from './session-index.ts';
import { once } from './once.ts';
import { isUnfinished, type RanAgent, type SessionView, type Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A sub-agent that was at work was ended before it could hand in. */
export const earlyChildTermination: Detector = {
  code: 'early-child-termination',
  detect(view) {
    return view.subs.flatMap((sub) => {
      const at = sub.end.at ?? sub.to;
      const last = eventsOf(view, 'tool', sub.id).at(-1);
      if (last === undefined || !isActive(last, at)) return [];
      if (!isUnfinished(sub) || sub.end.state === 'running') return [];
      if (senders(view).has(sub.id)) return [];
      if (isDoneByAnother(view, sub)) return [];
      const stop = stops(view).get(sub.id);
      // Nobody stopped it: its parent slept until all of it was over.
      if (stop === undefined && isWaitedOut(view, sub.id, at)) return [];
      return [
        {
          agents: stop === undefined ? [sub.id] : [sub.id, stop.agent],
          evidence: [last.evidence, stop?.evidence ?? sub.end.evidence],
          consequence: 'what it had found and made so far was not handed in',
          nearest: stop === undefined ? 'fan-out-budget-exhaustion' : 'missing-verifier-return',
          rejection:
            stop === undefined
              ? 'few were cut off, not a whole fan-out'
              : 'it had not finished when it was stopped',
          confidence: stop === undefined ? 'medium' : 'high',
          episode: [`end:${sub.id}`],
        },
      ];
    });
  },
};

/** Whether a call went on at a moment, or had ended shortly before. */
const isActive = ({ at, until, outcome }: Timed<'tool'>, moment: number): boolean =>
  (until === null && (outcome === 'running' || outcome === 'interrupted')) ||
  moment - (until ?? at) <= THRESHOLDS.activity.value;

/** Whether another with much the same brief handed in: then nothing was lost. */
const isDoneByAnother = (view: SessionView, sub: RanAgent): boolean =>
  view.subs.some(
    (each) =>
      each.id !== sub.id &&
      each.end.state === 'completed' &&
      senders(view).has(each.id) &&
      isSameWork(view, each, sub),
  );

const stops = once(
  (view) =>
    new Map(
      view
        .events('stop')
        .toReversed()
        .map((stop) => [stop.target, stop]),
    ),
);

/** Alike, and about the same files and numbers: briefs that differ in one of these are of different parts. */
const isSameWork = (view: SessionView, a: RanAgent, b: RanAgent): boolean =>
  briefThings(view, a) === briefThings(view, b) &&
  likeness(view, a, b) >= THRESHOLDS.sameWork.value;
