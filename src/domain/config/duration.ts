import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest duration that can be written: 24 days, which every timer still holds. */
export const MAX_DURATION = 24 * DAY;

/** What a written duration looks like, for schemas. */
export const DURATION_PATTERN = String.raw`^(?=\d)(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$`;

/**
 * Reads `90s`, `5m`, `1h30m`, `250ms`, `2d`: whole numbers with units, the greater unit first.
 * The value is in ms. Errors: what is wrong, for a person.
 */
export function parseDuration(text: string): Result<number, string> {
  const match = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/u.exec(text);
  if (match === null || text === '') return err(refusalOf(text));
  const [, days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0] = match.map(Number).map(orZero);
  const total = days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND + ms;
  if (total > MAX_DURATION)
    return err(`"${short(text)}" is longer than ${formatDuration(MAX_DURATION)}`);
  return ok(total);
}

/** Writes a duration in ms as `parseDuration` reads it, exactly: `1h30m`, `90s` as `1m30s`, `0s`. */
export function formatDuration(ms: number): string {
  let rest = Math.round(Math.abs(ms));
  let text = '';
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * length;
  }
  if (text === '') return '0s';
  return ms < 0 ? `-${text}` : text;
}

/** Writes an expected time in ms: sizes are estimates, so seconds tell nothing beside minutes. */
export const formatMinutes = (ms: number): string =>
  formatDuration(ms < MINUTE ? Math.round(ms / SECOND) * SECOND : Math.round(ms / MINUTE) * MINUTE);

/** Reads `20%`, `12.5%`; the value is a share (0.2). Errors: what is wrong, for a person. */
export function parsePercent(text: string): Result<number, string> {
  if (!/^-?\d+(?:\.\d+)?%$/u.test(text)) {
    return err(`"${short(text)}" is not a share: write it in percent, such as 20%`);
  }
  return ok(Number(text.slice(0, -1)) / 100);
}

/** Writes a share as `parsePercent` reads it: `20%`. */
export const formatPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

/** Days are read but not written: `48h` is what people compare with. */
const UNITS: readonly (readonly [string, number])[] = [
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', 1],
];

/** A group that took no part reads as NaN. */
const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);

const refusalOf = (text: string): string => {
  if (/^-\d/u.test(text)) return `"${short(text)}" is negative`;
  if (/^\d+$/u.test(text)) return `"${short(text)}" has no unit: write 30s, 30m or 30h`;
  return `"${short(text)}" is not a duration: write whole numbers with units, such as 90s, 5m or 1h30m`;
};

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
