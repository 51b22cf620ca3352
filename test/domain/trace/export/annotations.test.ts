import { describe, expect, it } from 'vitest';
import { annotationOf } from '../../../../src/domain/trace/export/annotations.ts';
import type { TraceFinding } from '../../../../src/domain/trace/finding.ts';
import { AT, madeAgent, madeTrace } from '../../../support/made-trace.ts';

const finding: TraceFinding = {
  id: 'e1',
  code: 'blind-timeout-wait',
  label: ['Execution Governance Problems', 'No Active Parent Monitoring', 'Blind Timeout Wait'],
  at: 5,
  agents: ['root', 'a'],
  names: ['root', 'a'],
  evidence: [{ file: 'main.jsonl', line: 7, record: null }],
  consequence: 'Ten minutes were waited.',
  reasoning: 'No look in between.',
  rejected: {
    code: 'unused-completed-result',
    label: 'Unused Completed Result',
    reason: 'nothing had been completed',
  },
  confidence: 'high',
  serial: [{ file: 'serial.jsonl', line: 2, record: null }],
};
const NO_PAIR = {
  pairId: null,
  taskId: null,
  parallelPassed: null,
  serialPassed: null,
  serial: null,
};

describe('annotationOf', () => {
  it('has the names of the study', () => {
    const trace = madeTrace([madeAgent('a')]);
    const made = annotationOf(trace, [finding], {
      pairId: 'p',
      taskId: 't',
      parallelPassed: false,
      serialPassed: true,
      serial: trace,
    });
    expect(made).toEqual({
      schema_version: 2,
      pair_id: 'p',
      task_id: 't',
      agent: 'claude-code',
      parallel_solution_passed: false,
      serial_solution_passed: true,
      outcome_relation: 'serial_only_pass',
      verdict: 'patterns_retained',
      retained_pattern_count: 1,
      parallel_anchor: `${AT.file}:1`,
      serial_anchor: `${AT.file}:1`,
      causal_scope: ['root', 'a'],
      failures: [
        {
          top_label: 'Execution Governance Problems',
          sub_label: 'No Active Parent Monitoring',
          third_label: 'Blind Timeout Wait',
          episode_id: 'e1',
          comparative_role: 'parallel_disadvantage',
          parallel_evidence: ['main.jsonl:7'],
          serial_contrast: ['serial.jsonl:2'],
          realized_consequence: 'Ten minutes were waited.',
          reasoning: 'No look in between.',
          nearest_rejected_label: 'Unused Completed Result',
          rejection_reason: 'nothing had been completed',
        },
      ],
    });
  });

  it('retains nothing where no sub-agent ran, and says which of the two it is', () => {
    expect(annotationOf(madeTrace([]), [finding], NO_PAIR)).toMatchObject({
      verdict: 'parallel_not_used',
      retained_pattern_count: 0,
      failures: [],
    });
    expect(annotationOf(madeTrace([madeAgent('a')]), [], NO_PAIR)).toMatchObject({
      verdict: 'no_pattern_retained',
      outcome_relation: null,
    });
  });

  it.each([
    [true, true, 'both_pass'],
    [false, false, 'both_fail'],
    [true, false, 'parallel_only_pass'],
    [false, true, 'serial_only_pass'],
    [null, true, null],
  ])('parallel %s and serial %s: %s', (parallelPassed, serialPassed, relation) => {
    const made = annotationOf(madeTrace([]), [], { ...NO_PAIR, parallelPassed, serialPassed });
    expect(made.outcome_relation).toBe(relation);
  });
});

describe('the comparative role', () => {
  const roleOf = (
    serial: TraceFinding['serial'],
    pair: Partial<Parameters<typeof annotationOf>[2]>,
  ) =>
    annotationOf(madeTrace([madeAgent('a')]), [{ ...finding, serial }], { ...NO_PAIR, ...pair })
      .failures[0]?.comparative_role;
  const shown = finding.serial;
  const lost = { parallelPassed: false, serialPassed: true };
  const twin = { serial: madeTrace([]) };

  it('is a disadvantage where the twin did without and alone passed', () => {
    expect(roleOf(shown, { ...lost, ...twin })).toBe('parallel_disadvantage');
    expect(roleOf([], { ...lost, ...twin })).toBe('parallel_adverse_but_not_outcome_differential');
    expect(roleOf(shown, { parallelPassed: true, serialPassed: true, ...twin })).toBe(
      'parallel_adverse_but_not_outcome_differential',
    );
  });

  it('is told by what is known: the outcome without a twin, the twin without an outcome', () => {
    expect(roleOf([], lost)).toBe('parallel_disadvantage');
    expect(roleOf(shown, twin)).toBe('parallel_disadvantage');
    expect(roleOf([], NO_PAIR)).toBe('parallel_adverse_but_not_outcome_differential');
  });
});
