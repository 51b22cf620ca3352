import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { charSet, complement, intersect, NAME_CHAR, soleChar } from './glob-char-set.ts';
import type { CharRange, CharSet } from './glob-char-set.ts';
import { globError } from './glob-error.ts';
import type { GlobError } from './glob-error.ts';

/** The parts of a pattern, from left to right. */
export type GlobSequence = readonly GlobPart[];

/** One part of a pattern; `at` is where it starts in the string. */
export type GlobPart =
  /** One character of `chars`, never the separator. */
  | { readonly kind: 'char'; readonly chars: CharSet; readonly at: number }
  | { readonly kind: 'separator'; readonly at: number }
  /** `*`: any run of characters but the separator. */
  | { readonly kind: 'star'; readonly at: number }
  /** `**` (or more stars): whole segments where it is a whole segment, else the same as `*`. */
  | { readonly kind: 'globstar'; readonly at: number }
  /** `{a,b}`: exactly one of the options; an option may be empty. */
  | { readonly kind: 'choice'; readonly options: readonly GlobSequence[]; readonly at: number };

/**
 * Splits a pattern into its parts. `,` and `}` outside braces, and `]` outside a class, are themselves;
 * `{a}` is the same as `a`. A class takes in everything up to its `]`, braces and commas too.
 * Errors: `unclosed-class`, `empty-class`, `unclosed-brace`, `trailing-escape`. What whole segments
 * mean (`..`, `.git`, `**`) is left to the compiler, since braces can put a segment together.
 */
export function parsePattern(pattern: string): Result<GlobSequence, GlobError> {
  const root: Brace = { at: 0, options: [], current: [] };
  // The braces still open, the innermost last: a stack of our own, so that depth cannot overflow.
  const open: Brace[] = [];
  let at = 0;
  while (at < pattern.length) {
    const brace = open.at(-1);
    const symbol = pattern[at];
    if (symbol === '{') {
      open.push({ at, options: [], current: [] });
      at += 1;
    } else if (symbol === ',' && brace !== undefined) {
      brace.options.push(brace.current);
      brace.current = [];
      at += 1;
    } else if (symbol === '}' && brace !== undefined) {
      open.pop();
      const options = [...brace.options, brace.current];
      (open.at(-1) ?? root).current.push({ kind: 'choice', options, at: brace.at });
      at += 1;
    } else {
      const read = readPart(pattern, at);
      if (!read.ok) return read;
      (brace ?? root).current.push(read.value.part);
      at = read.value.next;
    }
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? ok(root.current) : err(globError('unclosed-brace', unclosed.at));
}

/** A brace being read: the options that are complete, and the one that is not yet. */
interface Brace {
  readonly at: number;
  readonly options: GlobSequence[];
  current: GlobPart[];
}

/** What was read, and where the rest starts. */
interface PartRead {
  readonly part: GlobPart;
  readonly next: number;
}

interface CharRead {
  readonly char: number;
  readonly next: number;
}

function readPart(pattern: string, at: number): Result<PartRead, GlobError> {
  switch (pattern[at]) {
    case '/':
      return ok({ part: { kind: 'separator', at }, next: at + 1 });
    case '?':
      return ok({ part: { kind: 'char', chars: NAME_CHAR, at }, next: at + 1 });
    case '*':
      return ok(readStars(pattern, at));
    case '[':
      return readClass(pattern, at);
    default:
      return readLiteral(pattern, at);
  }
}

function readStars(pattern: string, at: number): PartRead {
  let next = at;
  while (pattern[next] === '*') next += 1;
  return { part: { kind: next - at === 1 ? 'star' : 'globstar', at }, next };
}

function readLiteral(pattern: string, at: number): Result<PartRead, GlobError> {
  const read = readChar(pattern, at);
  if (!read.ok) return read;
  const { char, next } = read.value;
  // `\/` is a separator all the same: no name holds one.
  if (char === 0x2f) return ok({ part: { kind: 'separator', at }, next });
  return ok({ part: { kind: 'char', chars: soleChar(char), at }, next });
}

/** One character, behind its `\` if it has one. */
function readChar(pattern: string, at: number): Result<CharRead, GlobError> {
  const escaped = pattern[at] === '\\';
  const start = escaped ? at + 1 : at;
  const char = pattern.codePointAt(start);
  if (char === undefined) return err(globError('trailing-escape', at));
  return ok({ char, next: start + (char > 0xff_ff ? 2 : 1) });
}

/** A class. As in git, a `]` that comes first is a member, and so is a `-` that comes first or last. */
function readClass(pattern: string, at: number): Result<PartRead, GlobError> {
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  const ranges: CharRange[] = [];
  let next = start;
  while (next === start || pattern[next] !== ']') {
    if (next >= pattern.length) return err(globError('unclosed-class', at));
    const first = readChar(pattern, next);
    if (!first.ok) return first;
    next = first.value.next;
    let last = first.value.char;
    if (pattern[next] === '-' && next + 1 < pattern.length && pattern[next + 1] !== ']') {
      const end = readChar(pattern, next + 1);
      if (!end.ok) return end;
      next = end.value.next;
      last = end.value.char;
      if (last < first.value.char) return err(globError('empty-class', at));
    }
    ranges.push([first.value.char, last]);
  }
  const listed = charSet(ranges);
  const chars = intersect(negated ? complement(listed) : listed, NAME_CHAR);
  if (chars.length === 0) return err(globError('empty-class', at));
  return ok({ part: { kind: 'char', chars, at }, next: next + 1 });
}
