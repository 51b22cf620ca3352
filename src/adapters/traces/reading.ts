import { hash } from 'node:crypto';
import type { FoundFile, FoundSession } from '../../ports/traces.ts';
import type { TraceSource } from '../../domain/trace/source.ts';

/** SHA-256 of a text, in hex. */
export const sha256 = (text: string): string => hash('sha256', text);

/** A time as records write it (ISO, or epoch in s or ms) in epoch ms; null: it is none. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') {
    // Seconds until the year 2286; ms from 1970 on.
    const at = value < 1e10 ? value * 1000 : value;
    return at > 0 && at < LATEST ? Math.round(at) : null;
  }
  if (typeof value !== 'string' || value.length > 40) return null;
  const at = utcTime(value) ?? Date.parse(value);
  return at > 0 && at < LATEST ? at : null;
}

/**
 * A time as programs write it (`2026-11-30T09:05:07.042Z`): most records have one, and of one day. Null: it has another form,
 * or is none.
 */
function utcTime(value: string): number | null {
  if (value.length !== UTC_FORM.length) return null;
  for (const at of [10, 13, 16, 19, 23])
    if (value.charCodeAt(at) !== UTC_FORM.charCodeAt(at)) return null;
  if (!value.startsWith(day.name)) {
    const name = value.slice(0, 10);
    const at = Date.parse(`${name}T00:00:00.000Z`);
    if (Number.isNaN(at)) return null;
    day = { name, at };
  }
  const [hours, minutes] = [digits(value, 11, 2), digits(value, 14, 2)];
  const [seconds, ms] = [digits(value, 17, 2), digits(value, 20, 3)];
  const isTime = hours < 24 && minutes < 60 && seconds < 60 && ms < 1000;
  return isTime ? day.at + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms : null;
}

const UTC_FORM = '0000-00-00T00:00:00.000Z';
/** The day of the last time that was told. */
let day = { name: '-', at: 0 };

/** A number of so many digits; infinite where there are others. */
function digits(value: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.POSITIVE_INFINITY;
  }
  return number;
}

/** A time after the year 2286 is none. */
const LATEST = 1e13;

/** A session of some files. */
export const sessionOf = (
  source: TraceSource,
  id: string,
  files: readonly FoundFile[],
): FoundSession => ({
  source,
  id,
  files,
  modifiedAt: Math.max(0, ...files.map(({ modifiedAt }) => modifiedAt)),
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** The first line of a text, without tags that programs put around what people write; null: there is none. */
export function titleOf(text: string): string | null {
  const line = text
    .replaceAll(/<([\w-]+)>[\s\S]*?<\/\1>/g, ' ')
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  return line === undefined ? null : line.slice(0, 120);
}
