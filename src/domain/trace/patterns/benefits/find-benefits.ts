import type { AgentId } from '../../agent.ts';
import { shortHash } from '../../line-digest.ts';
import { evidenceText } from '../../evidence.ts';
import type { Trace } from '../../trace.ts';
import { distinctPlaces, namesIn, timesOf } from '../findings-of.ts';
import { hasRun } from '../session-index.ts';
import { viewOf } from '../session-view.ts';
import { alternativeSolutions } from './alternative-solutions.ts';
import { BENEFITS, type Benefit, type BenefitCandidate, type BenefitDetector } from './benefit.ts';
import { complementaryWork } from './complementary-work.ts';
import { independentValidation } from './independent-validation.ts';

const DETECTORS: readonly BenefitDetector[] = [
  complementaryWork,
  alternativeSolutions,
  independentValidation,
];

/** What each benefit is. */
export const EXPLAINED_BENEFITS: readonly Pick<BenefitDetector, 'code' | 'what'>[] = DETECTORS;

/** The benefits of parallel work that were had in a session. None where no sub-agent really ran. */
export function findBenefits(trace: Trace): readonly Benefit[] {
  const view = viewOf(trace);
  if (view === null || !hasRun(view)) return [];
  const found = DETECTORS.flatMap((detector) =>
    detector.detect(view).map((candidate) => ({ detector, candidate })),
  );
  const times = timesOf(
    trace,
    found.flatMap(({ candidate }) => candidate.evidence),
  );
  const called = namesIn(trace);
  return found
    .map(({ detector, candidate }) => benefitOf(detector, candidate, times, called))
    .toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity));
}

function benefitOf(
  { code, what }: BenefitDetector,
  { agents, evidence, gain, confidence }: BenefitCandidate,
  times: ReadonlyMap<string, number>,
  called: ReadonlyMap<AgentId, string>,
): Benefit {
  const who = [...new Set(agents)];
  const places = distinctPlaces(evidence);
  const known = places.flatMap((each) => times.get(evidenceText(each)) ?? []);
  const key = [...who, ...places.slice(0, 1).map(evidenceText)].join('\0');
  return {
    id: `${code}-${shortHash(key)}`,
    code,
    name: BENEFITS[code],
    at: known.length === 0 ? null : Math.min(...known),
    agents: who,
    names: who.map((each) => called.get(each) ?? each),
    evidence: places,
    gain,
    reasoning: what,
    confidence,
  };
}
