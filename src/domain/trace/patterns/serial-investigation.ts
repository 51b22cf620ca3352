import { firstWave, isGate } from './first-wave.ts';
import type { Detector } from './pattern.ts';
import { askedAt } from './session-index.ts';
import { minutes } from './session-view.ts';

/** A whole wave of sub-agents looked before anyone built. */
export const serialInvestigation: Detector = {
  code: 'serial-investigation',
  detect(view) {
    const wave = firstWave(view);
    const [first] = view.productWrites;
    if (wave === null || first === undefined || !wave.sideBySide) return [];
    if (!isGate(view, wave.to - wave.from)) return [];
    const next = view.subs
      .filter(({ from }) => from >= wave.to && from < first.at)
      .map((sub) => askedAt(view, sub));
    return [
      {
        agents: wave.agents.map(({ id }) => id),
        evidence: [...wave.agents.map((sub) => askedAt(view, sub)), ...next, first.evidence],
        consequence: `the first line of the product came after ${minutes(first.at - view.start)}`,
        nearest: 'preflight-gated-work',
        rejection: `${wave.agents.length} sub-agents looked, not one gate`,
        confidence: view.budgetMs === null ? 'low' : 'high',
        episode: ['start'],
      },
    ];
  },
};
