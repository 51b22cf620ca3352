import { redact } from '../../domain/trace/redact.ts';
import type { Column, Value } from './trace-columns.ts';

/**
 * Rows as CSV (RFC 4180), with a line of names first. A value that is not known is an empty field. Texts are redacted,
 * and one that a spreadsheet would take for a formula has a `'` in front: agents' records hold what anybody wrote.
 */
export function csvOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = [
    columns.map(([name]) => name),
    ...rows.map((row) => columns.map(([, of]) => field(of(row)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = redact(value);
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
