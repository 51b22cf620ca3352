const ISO = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;
const MS = /(?<=[:[,])1[78]\d{11}(?=[,}\]])/g;

/** The time of a record itself. */
const RECORD_ISO = /"timestamp":"([^"]+)"/g;
const RECORD_MS = /"time":(\d{13})\b/g;

/** The first time of any record. */
export function startIn(texts: readonly string[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    for (const [, iso = ''] of text.matchAll(RECORD_ISO)) first = Math.min(first, Date.parse(iso));
    for (const [, ms = ''] of text.matchAll(RECORD_MS)) first = Math.min(first, Number(ms));
  }
  return first;
}

/**
 * A session's records with each time t of them at t0 + k·(t − t0): ISO texts and numbers of ms since 1970; what lies
 * before the first record stays. Lengths of time (`durationMs` and the like) stay, as no importer reads them.
 */
export function stretched(text: string, start: number, k: number): string {
  if (k === 1) return text;
  const moved = (time: number, as: string, spell: (to: number) => string): string =>
    time < start ? as : spell(Math.round(start + k * (time - start)));
  return text
    .replaceAll(ISO, (as, iso: string) =>
      moved(Date.parse(iso), as, (to) => `"${new Date(to).toISOString()}"`),
    )
    .replaceAll(MS, (ms) => moved(Number(ms), ms, String));
}
