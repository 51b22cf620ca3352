import { firstWave, isGate } from './first-wave.ts';
import type { Detector } from './pattern.ts';
import { askedAt } from './session-index.ts';
import { minutes } from './session-view.ts';

/** A whole wave of sub-agents looked before anyone built. */
export const serialInvestigation: Detector = {
  code: 'serial-investigation',
  detect(view) {
    const wave = firstWave(view);
    if (wave === null || !wave.sideBySide) return [];
    const [first] = view.productWrites;
    const until = first?.at ?? view.end;
    if (!isGate(view, wave.to - wave.from)) return [];
    const next = view.subs
      .filter(({ from }) => from >= wave.to && from < until)
      .map((sub) => askedAt(view, sub));
    return [
      {
        agents: wave.agents.map(({ id }) => id),
        evidence: [
          ...wave.agents.map((sub) => askedAt(view, sub)),
          ...next,
          ...(first === undefined ? [] : [first.evidence]),
        ],
        consequence:
          first === undefined
            ? 'no line of the product was written'
            : `the first line of the product came after ${minutes(first.at - view.start)}`,
        nearest: 'preflight-gated-work',
        rejection: `${wave.agents.length} sub-agents looked, not one gate`,
        confidence: view.budgetMs === null ? 'low' : 'high',
        // Who was then cut off at its building is what came of it.
        episode: ['start', ...(first === undefined ? view.subs.map(({ id }) => `end:${id}`) : [])],
      },
    ];
  },
};
