import { brokenFits } from './broken-fit.ts';
import type { Candidate, Detector } from './pattern.ts';
import type { RanAgent, SessionView } from './session-view.ts';
import { unjoinedParts } from './unjoined-parts.ts';

/** Parts that were to fit by what both were told do not, and nobody joined them. */
export const noIntegrationOwner: Detector = {
  code: 'no-integration-owner',
  detect(view) {
    const broken = brokenFits(view).filter(({ told, mended }) => told && !mended);
    // Of one part one finding is enough.
    const seen = new Set(broken.map(({ user }) => user.id));
    const unjoined = unjoinedParts(view).filter(({ user }) => {
      const isNew = !seen.has(user.id);
      seen.add(user.id);
      return isNew;
    });
    return [
      ...broken.map(({ user, maker, use, made, failure, name }) => ({
        ...unowned(view, user, maker),
        evidence: [use.evidence, made.evidence, failure.evidence],
        consequence: `"${name}" leads nowhere at the end`,
      })),
      ...unjoined.map(({ user, maker, use, made, shown, name }) => ({
        ...unowned(view, user, maker),
        evidence: [use.evidence, made.evidence, shown],
        consequence: `nothing joins "${name}" with the other part at the end`,
      })),
    ];
  },
};

/** The root is whose it was to see to the joining. */
const unowned = (
  { root }: SessionView,
  user: RanAgent,
  maker: RanAgent,
): Omit<Candidate, 'evidence' | 'consequence'> => ({
  agents: [user.id, maker.id, root],
  nearest: 'missing-cross-agent-contract',
  rejection: 'the briefs name it; the joining has no owner',
  confidence: 'medium',
  episode: [`fit:${[user.id, maker.id].toSorted().join(' ')}`],
});
