import type { Detector } from './pattern.ts';
import { askedAt, lastDone } from './session-index.ts';
import { isUnfinished, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A broad fan-out was still at work when the budget was used up. */
export const fanOutBudgetExhaustion: Detector = {
  code: 'fan-out-budget-exhaustion',
  detect(view) {
    const { subs, budgetMs, start, end } = view;
    // Records that stop without an end do not say how long the session still lasted.
    const { budgetHit, budgetHitOpen } = THRESHOLDS;
    const isOpen = view.agents.get(view.root)?.end.state === 'running';
    const hit = (isOpen ? budgetHitOpen : budgetHit).value;
    if (budgetMs === null || end - start < budgetMs * hit) return [];
    const unfinished = subs.filter((sub) => isUnfinished(sub) && sub.end.by !== 'parent');
    const tokens = shareOfSubs(view);
    if (
      subs.length < THRESHOLDS.fanOut.value ||
      unfinished.length < THRESHOLDS.fanOutUnfinishedLeast.value ||
      unfinished.length < subs.length * THRESHOLDS.fanOutUnfinished.value ||
      (tokens !== null && tokens < THRESHOLDS.fanOutTokens.value)
    )
      return [];
    return [
      {
        agents: unfinished.map(({ id }) => id),
        evidence: [
          ...subs.slice(0, 1).map((sub) => askedAt(view, sub)),
          ...unfinished.map((sub) => lastDone(view, sub)),
        ],
        consequence: `${unfinished.length} of ${subs.length} sub-agents were unfinished at the end`,
        nearest: 'early-child-termination',
        rejection: 'the time ran out for a whole fan-out; those that were cut off are its symptom',
        confidence: 'high',
        episode: unfinished.map(({ id }) => `end:${id}`),
      },
    ];
  },
};

/** Of all tokens, those of sub-agents; null: no request is recorded. */
function shareOfSubs({ requests, root }: SessionView): number | null {
  let all = 0;
  let subs = 0;
  for (const { agent, usage } of requests) {
    const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    all += tokens;
    if (agent !== root) subs += tokens;
  }
  return all === 0 ? null : subs / all;
}
