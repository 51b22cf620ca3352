import { evidenceText } from '../../../src/domain/trace/evidence.ts';
import { BENEFITS, type Benefit } from '../../../src/domain/trace/patterns/benefits/benefit.ts';
import { findBenefits } from '../../../src/domain/trace/patterns/benefits/find-benefits.ts';
import { findPatterns } from '../../../src/domain/trace/patterns/detect.ts';
import type { TraceFinding } from '../../../src/domain/trace/finding.ts';
import { LABELS } from '../../../src/domain/trace/patterns/pattern.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { madeTraceOf, type MadeTrace } from './corpus.ts';
import type { Scenario } from './scenario.ts';

/** Something that was found: a pattern, or a benefit. */
type Found = Pick<TraceFinding | Benefit, 'code' | 'agents' | 'evidence'>;

/** What of a judged session its scores are made of. */
export interface Verdict<F extends Pick<Found, 'code'> = TraceFinding> {
  readonly scenario: Pick<Scenario, 'kind' | 'expected'>;
  readonly hit: F | undefined;
  readonly wrong: readonly F[];
  /** Whether the hit names just the label's agents, and all evidence that the label names. */
  readonly sameAgents: boolean;
  readonly sameEvidence: boolean;
}

/** A made trace with what was found in it. */
export interface Judged<F extends Found = TraceFinding> extends MadeTrace, Verdict<F> {
  readonly scenario: Scenario;
  readonly findings: readonly F[];
  /** The finding that the label asks for; undefined: it was missed, or none is asked for. */
  readonly hit: F | undefined;
  /** Findings that nobody asked for. */
  readonly wrong: readonly F[];
}

/** How a detector did. A hit names the pattern and one at least of the label's agents. */
export interface Score {
  readonly code: string;
  readonly hits: number;
  readonly missed: number;
  readonly wrong: number;
  /** Of the hits: those with just the label's agents, and those with all evidence that the label names. */
  readonly sameAgents: number;
  readonly sameEvidence: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Writes, reads and judges made sessions: by what of the failure patterns is found in them. */
export const judgeAll = (
  scenarios: readonly Scenario[],
  folder: string,
): Promise<readonly Judged[]> => judgeBy(scenarios, folder, findPatterns);

/** Likewise by what is found of the benefits. */
export const judgeBenefits = (
  scenarios: readonly Scenario[],
  folder: string,
): Promise<readonly Judged<Benefit>[]> => judgeBy(scenarios, folder, findBenefits);

async function judgeBy<F extends Found>(
  scenarios: readonly Scenario[],
  folder: string,
  find: (trace: Trace) => readonly F[],
): Promise<readonly Judged<F>[]> {
  const judged: Judged<F>[] = [];
  for (const scenario of scenarios)
    for (const form of scenario.forms) {
      const made = await madeTraceOf(scenario, form, folder);
      judged.push(judge(made, find(made.trace)));
    }
  return judged;
}

function judge<F extends Found>(made: MadeTrace, findings: readonly F[]): Judged<F> {
  const { expected } = made.scenario;
  const who = agentsOf(made);
  const hit = findings.find(
    ({ code, agents }) => code === expected && agents.some((id) => who.includes(id)),
  );
  return {
    ...made,
    findings,
    hit,
    wrong: findings.filter((each) => each !== hit),
    sameAgents: hasSameAgents(made, hit),
    sameEvidence: hasAllEvidence(made, hit),
  };
}

const agentsOf = ({ scenario, trace }: MadeTrace): readonly string[] =>
  (scenario.label?.who ?? []).map((id) => (id === 'root' ? (trace.agents[0]?.id ?? id) : id));

/** The scores of all detectors of patterns, by the codes' order. */
export const scoresOf = (judged: readonly Verdict[]): readonly Score[] =>
  Object.keys(LABELS).map((code) => scoreOf(code, judged));

/** Likewise of the detectors of benefits. */
export const benefitScoresOf = (judged: readonly Verdict<Benefit>[]): readonly Score[] =>
  Object.keys(BENEFITS).map((code) => scoreOf(code, judged));

/** The mean F1 of what was asked for or found. */
export function macroF1(scores: readonly Score[]): number {
  const asked = scores.filter(({ hits, missed, wrong }) => hits + missed + wrong > 0);
  return ratio(
    asked.reduce((sum, { f1 }) => sum + f1, 0),
    asked.length,
  );
}

function scoreOf<F extends Pick<Found, 'code'>>(
  code: string,
  judged: readonly Verdict<F>[],
): Score {
  const asked = judged.filter(({ scenario }) => scenario.expected === code);
  const hits = asked.filter(({ hit }) => hit !== undefined);
  const wrong = judged.flatMap((each) => each.wrong.filter((finding) => finding.code === code));
  const precision = ratio(hits.length, hits.length + wrong.length);
  const recall = ratio(hits.length, asked.length);
  return {
    code,
    hits: hits.length,
    missed: asked.length - hits.length,
    wrong: wrong.length,
    sameAgents: hits.filter((each) => each.sameAgents).length,
    sameEvidence: hits.filter((each) => each.sameEvidence).length,
    precision,
    recall,
    f1: ratio(2 * precision * recall, precision + recall),
  };
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const hasSameAgents = (made: MadeTrace, hit: Found | undefined): boolean =>
  [...new Set(hit?.agents)].toSorted().join(' ') === agentsOf(made).toSorted().join(' ');

const hasAllEvidence = ({ evidence }: MadeTrace, hit: Found | undefined): boolean => {
  const named = new Set(hit?.evidence.map(evidenceText));
  return evidence.every((place) => named.has(place));
};
