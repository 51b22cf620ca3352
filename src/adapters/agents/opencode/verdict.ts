import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { JsonRecord } from '../../../domain/json-record.ts';
import type { LegReport } from '../turns-driver.ts';
import type { EventReader } from './events.ts';
import { troubleOf, troubleOfWords } from './trouble.ts';

/** What is known of a leg that has ended; `printed`: the last error on its output. */
export interface LegSeen {
  readonly report: LegReport;
  readonly reader: Pick<EventReader, 'failure' | 'finish' | 'heard'>;
  readonly printed: JsonRecord | null;
}

/**
 * What the work ended of, if it did not end by itself. The CLI's exit code alone does not tell: it
 * is 0 after a refusal that ended the run, and 1 after errors that it got over.
 */
export function judge({ report, reader, printed }: LegSeen): readonly AgentFact[] {
  const { code, asked, errors } = report;
  if (asked) return [];
  if (reader.failure !== null) return [fatal(reader.failure)];
  if (reader.finish === 'tool-calls') return [fatal(failed('it ended before its work was done'))];
  if (code === 0 && reader.heard) return [];
  if (reader.finish !== null) return [];
  if (printed !== null) return [fatal(troubleOf(printed))];
  if (code === 0) {
    const text = 'it said nothing of its session: its tokens and sub-agents are not known';
    return [{ kind: 'trouble', code: 'agent-protocol-error', text, fatal: false }];
  }
  return [fatal(troubleOfWords(lastWords(errors) ?? `it ended with ${code ?? 'a signal'}`))];
}

/** Whether it got over its errors, whatever its exit code says. */
export const gotOver = ({ report, reader }: Omit<LegSeen, 'printed'>): boolean =>
  !report.asked && report.code === 1 && reader.failure === null && reader.finish === 'stop';

type TroubleFact = Extract<AgentFact, { kind: 'trouble' }>;

const fatal = (fact: TroubleFact): TroubleFact => ({ ...fact, fatal: true });

const failed = (text: string): TroubleFact => ({
  kind: 'trouble',
  code: 'agent-failed',
  text,
  fatal: true,
});

/** The last line that holds words; the CLI colours them. */
function lastWords(errors: string): string | null {
  // oxlint-disable-next-line no-control-regex
  const plain = errors.replaceAll(/\u001b\[[\d;]*m/g, '');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '') ?? null;
}
