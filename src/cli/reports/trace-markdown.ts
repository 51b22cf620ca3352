import { evidenceText } from '../../domain/trace/evidence.ts';
import { summariseFound } from '../../domain/trace/measures/found.ts';
import { summarise, summariseBy } from '../../domain/trace/measures/summary.ts';
import { redact } from '../../domain/trace/redact.ts';
import type { MeasuredTraces } from '../../compose/trace/measure-traces.ts';
import {
  foundRows,
  GROUP_HEAD,
  groupRow,
  headParts,
  SESSION_HEAD,
  sessionRow,
  summaryRows,
} from './report-text.ts';
import { findingRows } from './trace-columns.ts';

/** The measures as Markdown: all sessions together, by agent, project and week, and each one. */
export function traceMarkdown({ sessions }: MeasuredTraces, days: number | null): string {
  const measures = sessions.map((session) => session.measures);
  const summary = summarise(measures);
  const groups = (['agent', 'project', 'week'] as const).flatMap((by) => [
    `## By ${by}`,
    '',
    ...tableOf([by, ...GROUP_HEAD], summariseBy(measures, by).map(groupRow)),
    '',
  ]);
  return [
    '# Traces of agents’ sessions',
    '',
    headParts(summary, days).join(' · '),
    '',
    ...tableOf(
      ['measure', 'value'],
      [...summaryRows(summary), ...foundRows(summariseFound(sessions.map(({ found }) => found)))],
    ),
    '',
    ...findingsOf(sessions),
    '',
    ...groups,
    '## Sessions',
    '',
    ...tableOf(SESSION_HEAD, measures.map(sessionRow)),
    '',
  ].join('\n');
}

function findingsOf(sessions: MeasuredTraces['sessions']): readonly string[] {
  const rows = findingRows(sessions);
  if (rows.length === 0) return [];
  return [
    '## Findings',
    '',
    ...tableOf(
      ['session', 'pattern', 'agents', 'what came of it', 'evidence', 'sure'],
      rows.map(({ session, finding }) => [
        session.id,
        finding.label[2],
        finding.names.map(redact).join(', '),
        redact(finding.consequence),
        finding.evidence.map(evidenceText).join(', '),
        finding.confidence,
      ]),
    ),
    '',
  ];
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A text that stays in its cell, and says what it says: no markup, no link, no HTML. */
const inCell = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|&#~!]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
    .trim();
