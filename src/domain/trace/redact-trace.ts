import { redact } from './redact.ts';

/** A value of a trace (a trace, an event, measures) with every text in it redacted. Names of fields stay. */
export function redacted<T>(value: T): T {
  // Most texts of a trace (ids, names, labels) are in it many times.
  const known = new Map<string, string>();
  const shown = (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = redact(text);
    known.set(text, made);
    return made;
  };
  return inside(value, shown) as T;
}

function inside(value: unknown, shown: (text: string) => string): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map((each) => inside(each, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each, shown)]));
}
