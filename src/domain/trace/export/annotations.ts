import { evidenceText } from '../evidence.ts';
import type { TraceFinding } from '../finding.ts';
import type { Trace } from '../trace.ts';

/** How a pair of runs, one serial and one with sub-agents, came out. */
export type OutcomeRelation = 'both_pass' | 'both_fail' | 'serial_only_pass' | 'parallel_only_pass';

/** What is known of the pair that a trace is the parallel half of; null: not known. */
export interface AnnotatedPair {
  readonly pairId: string | null;
  readonly taskId: string | null;
  readonly parallelPassed: boolean | null;
  readonly serialPassed: boolean | null;
  /** The serial twin; null: there is none. */
  readonly serial: Trace | null;
}

/** Nothing is known of a pair. */
export const NO_PAIR: AnnotatedPair = {
  pairId: null,
  taskId: null,
  parallelPassed: null,
  serialPassed: null,
  serial: null,
};

/** One finding under the study's names. Evidence is `file:line`. */
export interface AnnotatedFailure {
  readonly top_label: string;
  readonly sub_label: string;
  readonly third_label: string;
  readonly episode_id: string;
  readonly comparative_role:
    | 'parallel_disadvantage'
    | 'parallel_adverse_but_not_outcome_differential';
  readonly parallel_evidence: readonly string[];
  readonly serial_contrast: readonly string[];
  readonly realized_consequence: string;
  readonly reasoning: string;
  readonly nearest_rejected_label: string;
  readonly rejection_reason: string;
}

/** The findings of a trace in the form of the study's annotations, second version. */
export interface Annotation {
  readonly schema_version: 2;
  readonly pair_id: string | null;
  readonly task_id: string | null;
  readonly agent: string;
  readonly parallel_solution_passed: boolean | null;
  readonly serial_solution_passed: boolean | null;
  readonly outcome_relation: OutcomeRelation | null;
  /** `no_pattern_retained` is ours: the study's own word for it is not published. */
  readonly verdict: 'patterns_retained' | 'parallel_not_used' | 'no_pattern_retained';
  readonly retained_pattern_count: number;
  readonly parallel_anchor: string | null;
  readonly serial_anchor: string | null;
  /** The agents that the findings are about. */
  readonly causal_scope: readonly string[];
  readonly failures: readonly AnnotatedFailure[];
}

/** The annotation of a trace and what was found in it. Where no sub-agent ran, nothing is retained. */
export function annotationOf(
  trace: Trace,
  findings: readonly TraceFinding[],
  pair: AnnotatedPair,
): Annotation {
  const delegated = trace.agents.some(({ kind }) => kind === 'sub');
  const retained = delegated ? findings : [];
  const relation = relationOf(pair);
  return {
    schema_version: 2,
    pair_id: pair.pairId,
    task_id: pair.taskId,
    agent: trace.source,
    parallel_solution_passed: pair.parallelPassed,
    serial_solution_passed: pair.serialPassed,
    outcome_relation: relation,
    verdict: !delegated
      ? 'parallel_not_used'
      : retained.length > 0
        ? 'patterns_retained'
        : 'no_pattern_retained',
    retained_pattern_count: retained.length,
    parallel_anchor: anchorOf(trace),
    serial_anchor: pair.serial === null ? null : anchorOf(pair.serial),
    causal_scope: [...new Set(retained.flatMap(({ agents }) => agents))],
    failures: retained.map((finding) => failureOf(finding, relation, pair.serial !== null)),
  };
}

function relationOf({ parallelPassed, serialPassed }: AnnotatedPair): OutcomeRelation | null {
  if (parallelPassed === null || serialPassed === null) return null;
  if (parallelPassed) return serialPassed ? 'both_pass' : 'parallel_only_pass';
  return serialPassed ? 'serial_only_pass' : 'both_fail';
}

/** Where the records of a session begin. */
const anchorOf = ({ agents, files }: Trace): string | null => {
  const [root] = agents;
  return root === undefined ? (files[0]?.path ?? null) : evidenceText(root.evidence);
};

function failureOf(
  { label, id, evidence, serial, consequence, reasoning, rejected }: TraceFinding,
  relation: OutcomeRelation | null,
  hasTwin: boolean,
): AnnotatedFailure {
  const [top, sub, third] = label;
  return {
    top_label: top,
    sub_label: sub,
    third_label: third,
    episode_id: id,
    comparative_role: isDisadvantage(serial.length > 0, relation, hasTwin)
      ? 'parallel_disadvantage'
      : 'parallel_adverse_but_not_outcome_differential',
    parallel_evidence: evidence.map(evidenceText),
    serial_contrast: serial.map(evidenceText),
    realized_consequence: consequence,
    reasoning,
    nearest_rejected_label: rejected.label,
    rejection_reason: rejected.reason,
  };
}

/**
 * A disadvantage is what the twin shows that it did without, where it alone passed. Of an outcome that is not known the
 * twin's records speak alone; without a twin, the outcome.
 */
const isDisadvantage = (
  isShown: boolean,
  relation: OutcomeRelation | null,
  hasTwin: boolean,
): boolean =>
  relation === null ? isShown : relation === 'serial_only_pass' && (isShown || !hasTwin);
