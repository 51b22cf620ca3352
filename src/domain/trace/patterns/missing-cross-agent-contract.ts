import { brokenFits } from './broken-fit.ts';
import type { Detector } from './pattern.ts';

/** Two parts were to fit each other by a name that neither brief has. */
export const missingCrossAgentContract: Detector = {
  code: 'missing-cross-agent-contract',
  detect(view) {
    return brokenFits(view)
      .filter(({ told }) => !told)
      .map(({ user, maker, use, made, failure, name, mended }) => ({
        agents: [maker.id, user.id],
        evidence: [made.evidence, use.evidence, failure.evidence],
        consequence: `"${name}" did not fit${mended ? ' and was mended' : ''}`,
        nearest: 'no-integration-owner',
        rejection: 'what the parts share was never said to either',
        confidence: 'high',
        episode: [`fit:${[user.id, maker.id].toSorted().join(' ')}`],
      }));
  },
};
