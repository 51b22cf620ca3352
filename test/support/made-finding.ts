import type { TraceFinding } from '../../src/domain/trace/finding.ts';
import { EXPLAINED } from '../../src/domain/trace/patterns/explained/explained.ts';
import { LABELS, type PatternCode } from '../../src/domain/trace/patterns/pattern.ts';

/** A finding whose evidence is one line. */
export const madeFinding = (
  code: PatternCode,
  agents: readonly string[],
  line: number,
): TraceFinding => ({
  id: `${code}-${agents.join('-')}-${line}`,
  code,
  label: [...LABELS[code], EXPLAINED[code].name],
  at: null,
  agents,
  names: agents,
  evidence: [{ file: '/home/me/made.jsonl', line, record: null }],
  consequence: 'something was lost',
  reasoning: EXPLAINED[code].what,
  rejected: {
    code: 'late-finalization',
    label: EXPLAINED['late-finalization'].name,
    reason: 'it was in time',
  },
  confidence: 'high',
  serial: [],
});
