import { evidenceText } from '../../../src/domain/trace/evidence.ts';
import { findPatterns } from '../../../src/domain/trace/patterns/detect.ts';
import { LABELS, type Finding } from '../../../src/domain/trace/patterns/pattern.ts';
import { madeTraceOf, type MadeTrace } from './corpus.ts';
import type { Scenario } from './scenario.ts';

/** What of a judged session its scores are made of. */
export interface Verdict {
  readonly scenario: Pick<Scenario, 'kind' | 'expected'>;
  readonly hit: Finding | undefined;
  readonly wrong: readonly Finding[];
  /** Whether the hit names just the label's agents, and all evidence that the label names. */
  readonly sameAgents: boolean;
  readonly sameEvidence: boolean;
}

/** A made trace with what was found in it. */
export interface Judged extends MadeTrace, Verdict {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  /** The finding that the label asks for; undefined: it was missed, or none is asked for. */
  readonly hit: Finding | undefined;
  /** Findings that nobody asked for. */
  readonly wrong: readonly Finding[];
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

/** Writes, reads and judges made sessions. */
export async function judgeAll(
  scenarios: readonly Scenario[],
  folder: string,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const scenario of scenarios)
    for (const form of scenario.forms)
      judged.push(judge(await madeTraceOf(scenario, form, folder)));
  return judged;
}

function judge(made: MadeTrace): Judged {
  const findings = findPatterns(made.trace);
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

/** The scores of all detectors, by the codes' order. */
export function scoresOf(judged: readonly Verdict[]): readonly Score[] {
  return Object.keys(LABELS).map((code) => {
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
  });
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const hasSameAgents = (made: MadeTrace, hit: Finding | undefined): boolean =>
  [...new Set(hit?.agents)].toSorted().join(' ') === agentsOf(made).toSorted().join(' ');

const hasAllEvidence = ({ evidence }: MadeTrace, hit: Finding | undefined): boolean => {
  const named = new Set(hit?.evidence.map(evidenceText));
  return evidence.every((place) => named.has(place));
};
