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
    const first = skipBlanks(text, from, end);
    from = end + 1;
    if (first === end) continue;
    lines += 1;
    if (hashes.size < MOST_LINES) hashes.add(hashOf(text, first, skipBlanksBack(text, end)));
  }
  return { hashes: ascending(hashes), lines };
}

/** The first place from `from` on, before `end`, that has no blank. */
function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of what stands before `end` without the blanks there; some of it is none. */
function skipBlanksBack(text: string, end: number): number {
  let at = end;
  while (isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** As `trim` has it. */
const isBlank = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  (code >= 160 && (code === 160 || code === 0xfeff || String.fromCharCode(code).trim() === ''));

/** Numbers in a typed list are sorted as numbers, and at once. */
function ascending(hashes: ReadonlySet<number>): readonly number[] {
  const list = new Uint32Array(hashes.size);
  let at = 0;
  for (const hash of hashes) {
    list[at] = hash;
    at += 1;
  }
  return Array.from(list.toSorted());
}

/** How many of the distinct lines of `a` are in `b`. */
export function sharedLines(a: LineDigest, b: LineDigest): number {
  const inB = new Set(b.hashes);
  return a.hashes.filter((each) => inB.has(each)).length;
}

/** FNV-1a, 32 bits: two different lines share one with a chance of about 1 to 4 thousand million. */
function hashOf(text: string, from: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < end; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A short name for a text: the same text has the same. */
export const shortHash = (text: string): string =>
  hashOf(text, 0, text.length).toString(16).padStart(8, '0');

/** The distinct lines of `a` that are not in `b`. */
export function withoutLines(a: LineDigest, b: LineDigest): LineDigest {
  const inB = new Set(b.hashes);
  const hashes = a.hashes.filter((each) => !inB.has(each));
  return { hashes, lines: hashes.length };
}
