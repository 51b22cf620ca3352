import type { Detector } from './pattern.ts';
import { isUnfinished } from './session-view.ts';
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
