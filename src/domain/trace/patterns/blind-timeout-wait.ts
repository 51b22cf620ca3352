import { blindWaits } from './blind-waits.ts';
import type { Detector } from './pattern.ts';
import { minutes } from './session-view.ts';

/** One long wait ran to its time-out, without a look at what was waited for. */
export const blindTimeoutWait: Detector = {
  code: 'blind-timeout-wait',
  detect(view) {
    return blindWaits(view).map(({ agent, call, at, until, targets, evidence }) => ({
      agents: [agent, ...targets],
      evidence: [evidence],
      consequence: `${minutes(until - at)} passed without a look`,
      nearest: 'early-child-termination',
      rejection: 'nothing was stopped',
      confidence: 'high',
      episode: [`wait:${call}`],
    }));
  },
};
