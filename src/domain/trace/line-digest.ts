/**
 * The lines of a text as a set of short hashes: enough to say how many of one text's lines are in another, and no way
 * back to the text. Lines are compared without the blanks around them; empty ones do not count.
 */
export interface LineDigest {
  /** Ascending, each once; at most `MOST_LINES`. */
  readonly hashes: readonly number[];
  /** Lines that count, however many hashes were kept. */
  readonly lines: number;
}

/** The most lines that a digest keeps; a text of more is compared by the first of them. */
export const MOST_LINES = 4_000;

/** No lines. */
export const NO_LINES: LineDigest = { hashes: [], lines: 0 };

/** The digest of a text. */
export function digestLines(text: string): LineDigest {
  const hashes = new Set<number>();
  let lines = 0;
  let from = 0;
  while (from <= text.length) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    const line = text.slice(from, end).trim();
    from = end + 1;
    if (line === '') continue;
    lines += 1;
    if (hashes.size < MOST_LINES) hashes.add(hashOf(line));
  }
  return { hashes: [...hashes].toSorted((a, b) => a - b), lines };
}

/** How many of the distinct lines of `a` are in `b`. */
export function sharedLines(a: LineDigest, b: LineDigest): number {
  const inB = new Set(b.hashes);
  return a.hashes.filter((each) => inB.has(each)).length;
}

/** FNV-1a, 32 bits: two different lines share one with a chance of about 1 to 4 thousand million. */
function hashOf(line: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < line.length; at += 1) {
    hash ^= line.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A short name for a text: the same text has the same. */
export const shortHash = (text: string): string => hashOf(text).toString(16).padStart(8, '0');

/** The distinct lines of `a` that are not in `b`. */
export function withoutLines(a: LineDigest, b: LineDigest): LineDigest {
  const inB = new Set(b.hashes);
  const hashes = a.hashes.filter((each) => !inB.has(each));
  return { hashes, lines: hashes.length };
}
