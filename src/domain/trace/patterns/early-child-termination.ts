import type { Detector } from './pattern.ts';
import {
  isUnfinished,
  likeness,
  pathsIn,
  type RanAgent,
  type SessionView,
} from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A sub-agent that was at work was ended before it could hand in. */
export const earlyChildTermination: Detector = {
  code: 'early-child-termination',
  detect(view) {
    return view.subs.flatMap((sub) => {
      const at = sub.end.at ?? sub.to;
      const last = view.events('tool').findLast(({ agent }) => agent === sub.id);
      const active =
        last !== undefined && at - (last.until ?? last.at) <= THRESHOLDS.activity.value;
      if (!isUnfinished(sub) || sub.end.state === 'running' || !active) return [];
      if (view.results.some(({ from }) => from === sub.id)) return [];
      if (isDoneByAnother(view, sub)) return [];
      const stop = view.events('stop').find(({ target }) => target === sub.id);
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

/** Whether another with much the same brief handed in: then nothing was lost. */
const isDoneByAnother = ({ subs, results }: SessionView, sub: RanAgent): boolean =>
  subs.some(
    ({ id, brief, end }) =>
      id !== sub.id &&
      end.state === 'completed' &&
      results.some(({ from }) => from === id) &&
      isSameWork(brief?.text ?? '', sub.brief?.text ?? ''),
  );

/** Alike, and about the same files and numbers: briefs that differ in one of these are of different parts. */
const isSameWork = (a: string, b: string): boolean =>
  likeness(a, b) >= THRESHOLDS.sameWork.value && thingsIn(a) === thingsIn(b);

const thingsIn = (brief: string): string =>
  [...pathsIn(brief), ...(brief.match(/\d+/g) ?? [])].toSorted().join(' ');
