import { redact } from './redact.ts';

/** A value of a trace (a trace, an event, measures) with every text in it redacted. Names of fields stay. */
export function redacted<T>(value: T): T {
  return inside(value) as T;
}

function inside(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]));
}
