import type { Detector } from './pattern.ts';
import { failedTestsOf, lastDone, senders } from './session-index.ts';

/** A sub-agent that looked or tested had finished, and what it found never reached its parent. */
export const missingVerifierReturn: Detector = {
  code: 'missing-verifier-return',
  detect(view) {
    return view.subs.flatMap((sub) => {
      const failed = failedTestsOf(view, sub.id)[0];
      if (sub.role !== 'verifier' || sub.end.state !== 'completed' || failed === undefined)
        return [];
      if (senders(view).has(sub.id)) return [];
      const over = view.final?.at ?? view.end;
      if (sub.to > over) return [];
      return [
        {
          agents: [sub.id, view.root],
          evidence: [failed.evidence, lastDone(view, sub)],
          consequence: 'a failure that was seen was not heard of',
          nearest: 'unused-completed-result',
          rejection: 'the result never reached the parent',
          confidence: 'high',
          episode: [`result:${sub.id}`],
        },
      ];
    });
  },
};
