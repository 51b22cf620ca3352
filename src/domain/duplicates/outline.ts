import type { Profile } from './profile.ts';
import { scanTokens } from './tokens.ts';
import type { LanguageFamily } from './definition.ts';
import type { Bag } from './bag.ts';
import { COPY, LEAST_SHAPE } from './rank.ts';
import { runsOf } from './shape.ts';
import { squareOf } from './scores.ts';
import type { Rarity } from './scores.ts';
import { subWords } from './words.ts';

// Parsing takes nine tenths of the time of a comparison with a base, and most files have nothing to do
// with what was added. An outline says from the text alone which of them may.

/** What the heads of a file seem to say: a name and the comment above it. */
export type Outline = readonly Bag[];

const DEFINES =
  /^(?:(?:export|default|public|private|protected|static|final|abstract|async|override|pub(?:\(\w+\))?|unsafe|declare)\s+)*(?:function\b\s*\*?|const\b|let|var|def|func\b(?:\s*\([^)]*\))?|fn|class|interface|type|struct|enum|trait|record)\s+(\w+)/u;
/** A method: a name and its parameters, with nothing before it but types and modifiers. */
const METHOD =
  /^(?:[\w$<>[\],.?&*]+\s+)*([A-Za-z_$#][\w$]*)(?:<[^()]*>)?\([^;]*(?:[{(,]|\)[^;]*[{:])$/u;
const NO_METHOD =
  /^(?:if|for|while|switch|catch|return|else|do|try|await|throw|with|match|elif|new|expect|describe|it)\b/u;
const ASSIGNED = /^([A-Z][A-Z0-9_]+)\s*(?::[^=]+)?=/u;
const COMMENT = /^(?:\/\/|\/\*|\*|#|"""|''')/u;

/** No head is longer, and the expressions take the square of a line's length at worst. */
const MOST_LINE = 400;

/** Reads it in one pass over the lines. */
export const outlineOf = (text: string): Outline => {
  const heads: Bag[] = [];
  let above: string[] = [];
  let name: string | null = null;
  for (const line of text.split('\n')) {
    const bare = line.length > MOST_LINE ? '' : line.trim();
    if (bare === '') {
      above = [];
      continue;
    }
    if (COMMENT.test(bare)) {
      // The docstring of the head above it.
      const doc = /^(?:"""|''')(.*)/u.exec(bare)?.[1];
      if (doc !== undefined && name !== null) heads.push(bagOf(name, doc));
      else above.push(bare);
      continue;
    }
    name = nameOf(bare);
    if (name !== null) heads.push(bagOf(name, above.join(' ')));
    if (!bare.startsWith('@') && !bare.startsWith('#[')) above = [];
  }
  return heads;
};

const nameOf = (bare: string): string | null => {
  const found = DEFINES.exec(bare)?.[1] ?? ASSIGNED.exec(bare)?.[1];
  if (found !== undefined) return found;
  const last = bare.at(-1);
  if (last !== '{' && last !== '(' && last !== ':' && last !== ',') return null;
  return NO_METHOD.test(bare) ? null : (METHOD.exec(bare)?.[1] ?? null);
};

const bagOf = (name: string, doc: string): Bag => {
  const bag = new Map<string, number>();
  for (const word of subWords(name)) bag.set(word, (bag.get(word) ?? 0) + 2);
  if (doc !== '') for (const word of subWords(doc)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
};

/** What is said in common, as a cosine, from which a file is worth parsing; types and constants of another name are not told. */
const WORTH = 0.5;

/** A file as it was read. */
export interface OutlinedFile {
  readonly family: LanguageFamily;
  readonly text: string;
  readonly outline: Outline;
}

/** Whether a file may define what one of the queries does. */
export const mayDefine = (
  queries: readonly Profile[],
  rarity: Rarity,
): ((file: OutlinedFile) => boolean) => {
  const squares = queries.map(({ said }) => squareOf(said, rarity));
  const saying = new Map<string, number[]>();
  for (const [at, { said }] of queries.entries())
    for (const word of said.keys()) saying.set(word, [...(saying.get(word) ?? []), at]);
  const shapes = shapesOf(queries);
  const sums = new Float64Array(queries.length);
  const isSaid = (bag: Bag): boolean => {
    sums.fill(0);
    let touched = false;
    for (const [word, times] of bag)
      for (const at of saying.get(word) ?? []) {
        touched = true;
        const there = queries[at]?.said.get(word) ?? 0;
        sums[at] = (sums[at] ?? 0) + Math.sqrt(times * there) * rarity(word) ** 2;
      }
    if (!touched) return false;
    const square = squareOf(bag, rarity);
    return sums.some((sum, at) => sum >= WORTH * Math.sqrt(square * (squares[at] ?? 0)) && sum > 0);
  };
  return ({ family, text, outline }) => outline.some(isSaid) || shapes(text, family);
};

/** Whether a text has, somewhere in it, nearly all of a query's runs of tokens. */
const shapesOf = (
  queries: readonly Profile[],
): ((text: string, family: LanguageFamily) => boolean) => {
  const having = new Map<number, number[]>();
  for (const [at, { shingles, size }] of queries.entries())
    for (const run of size < LEAST_SHAPE ? [] : shingles)
      having.set(run, [...(having.get(run) ?? []), at]);
  return (text, family) => {
    const left = queries.map(
      ({ shingles }) => shingles.size * COPY - (NAMED_LATE.has(family) ? 6 : 2),
    );
    const seen = new Set<number>();
    let found = false;
    const codes: number[] = [];
    scanTokens(text, family, (token, _start, _end, hash) => {
      codes.push(token === 'free' ? hash | 1 : hash & ~1);
    });
    runsOf(codes, (run) => {
      const ats = having.get(run);
      if (ats === undefined || seen.has(run)) return;
      seen.add(run);
      for (const at of ats) {
        const rest = (left[at] ?? 0) - 1;
        left[at] = rest;
        if (rest <= 0 && queries[at]?.of.family === family) found = true;
      }
    });
    return found;
  };
};

/** In a file, a definition's own name looks like one that is called: runs with it are others. */
const NAMED_LATE: ReadonlySet<LanguageFamily> = new Set(['go', 'java']);
