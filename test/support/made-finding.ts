import { LABELS, type Finding, type PatternCode } from '../../src/domain/trace/patterns/pattern.ts';

/** A finding whose evidence is one line. */
export const madeFinding = (
  code: PatternCode,
  agents: readonly string[],
  line: number,
): Finding => ({
  code,
  path: [...LABELS[code], code],
  agents,
  evidence: [{ file: 'made.jsonl', line, record: null }],
  consequence: 'something was lost',
  nearest: 'late-finalization',
  rejection: 'it was in time',
  confidence: 'high',
});
