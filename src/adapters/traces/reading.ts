import { createHash } from 'node:crypto';
import type { FoundFile, FoundSession } from '../../ports/traces.ts';
import type { TraceSource } from '../../domain/trace/source.ts';

/** SHA-256 of a text, in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A time as records write it (ISO, or epoch in s or ms) in epoch ms; null: it is none. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') {
    // Seconds until the year 2286; ms from 1970 on.
    const at = value < 1e10 ? value * 1000 : value;
    return at > 0 && at < LATEST ? Math.round(at) : null;
  }
  if (typeof value !== 'string' || value.length > 40) return null;
  const at = Date.parse(value);
  return at > 0 && at < LATEST ? at : null;
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
