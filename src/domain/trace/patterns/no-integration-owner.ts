import { brokenFits } from './broken-fit.ts';
import type { Detector } from './pattern.ts';

/** Parts that were to fit by what both were told do not, and nobody joined them. */
export const noIntegrationOwner: Detector = {
  code: 'no-integration-owner',
  detect(view) {
    return brokenFits(view)
      .filter(({ told, mended }) => told && !mended)
      .map(({ user, maker, use, made, failure, name }) => ({
        agents: [user.id, maker.id],
        evidence: [use.evidence, made.evidence, failure.evidence],
        consequence: `"${name}" leads nowhere at the end`,
        nearest: 'missing-cross-agent-contract',
        rejection: 'the briefs name it; the joining has no owner',
        confidence: 'medium',
        episode: [`fit:${[user.id, maker.id].toSorted().join(' ')}`],
      }));
  },
};
