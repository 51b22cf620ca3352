import { brokenFits } from './broken-fit.ts';
import type { Candidate, Detector } from './pattern.ts';
import type { SessionView } from './session-view.ts';
import { unagreedNames } from './unagreed-names.ts';

/** Two parts were to fit each other by a name that neither brief has. */
export const missingCrossAgentContract: Detector = {
  code: 'missing-cross-agent-contract',
  detect: (view) => [...untoldFits(view), ...untoldNames(view)],
};

const untoldFits = (view: SessionView): readonly Candidate[] =>
  brokenFits(view)
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

const untoldNames = (view: SessionView): readonly Candidate[] =>
  unagreedNames(view)
    .filter(({ toldTo, isInTask }) => toldTo.length === 0 && !isInTask)
    .map(({ changed, other, name, own, theirs, failure, mended }) => ({
      agents: [other.id, changed.id],
      evidence: [
        ...[theirs, own].toSorted((a, b) => a.at - b.at).map(({ evidence }) => evidence),
        failure.evidence,
        mended.evidence,
      ],
      consequence: `${own.path.path} did not have "${name}" as ${theirs.path.path} has it, and was mended`,
      nearest: 'incomplete-child-brief',
      rejection: 'the name is of both parts, and in neither brief',
      confidence: failure.failures === '' ? 'low' : 'medium',
      episode: [`fit:${[changed.id, other.id].toSorted().join(' ')}`, `value:${own.path.path}`],
    }));
