import type { Detector } from './pattern.ts';
import { minutes, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One long wait ran to its time-out, without a look at what was waited for. */
export const blindTimeoutWait: Detector = {
  code: 'blind-timeout-wait',
  detect(view) {
    return view.events('wait').flatMap((wait) => {
      const { at, until, outcome, targets, agent } = wait;
      const ms = (until ?? view.end) - at;
      const least = Math.max(
        THRESHOLDS.blindWait.value,
        view.spanMs * THRESHOLDS.blindWaitOfBudget.value,
      );
      if ((outcome !== 'timeout' && outcome !== 'interrupted') || ms < least) return [];
      return [
        {
          agents: [agent, ...(targets ?? atWork(view, agent, at))],
          evidence: [wait.evidence],
          consequence: `${minutes(ms)} passed without a look`,
          nearest: 'early-child-termination',
          rejection: 'nothing was stopped',
          confidence: 'high',
          episode: [`wait:${wait.call}`],
        },
      ];
    });
  },
};

/** A wait that names no one is for whichever of its own sub-agents ends first. */
const atWork = ({ subs }: SessionView, parent: string, at: number): readonly string[] =>
  subs
    .filter((each) => each.parent === parent && each.from <= at && each.to > at)
    .map(({ id }) => id);
