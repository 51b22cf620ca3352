import { joined, linesOf, mergePieces } from './pieces.ts';
import type { Clash, Piece } from './pieces.ts';

/**
 * The keys of a TOML text, each with its value, and the headers of its tables; comments right above one belong to it. A
 * table of an array (`[[bin]]`) is one entry, whole. Null: it is not in a form that can be taken apart by lines.
 */
export const tomlPieces = (text: string): readonly Piece[] | null => {
  const reading: Reading = { pieces: [], above: [], table: '', arrays: new Map() };
  const lines = linesOf(text);
  for (let at = 0; at < lines.length;) {
    const end = endOf(lines, at);
    if (end === null) return null;
    take(reading, lines.slice(at, end));
    at = end;
  }
  drop(reading);
  const ids = reading.pieces.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length ? reading.pieces : null;
};

interface Reading {
  readonly pieces: Piece[];
  /** Comments and empty lines that belong to what comes next. */
  above: string[];
  table: string;
  /** How many tables of an array there were. */
  readonly arrays: Map<string, number>;
}

const HEADER = /^\s*(\[\[?)([^[\]]+)\]\]?\s*(?:#.*)?\s*$/u;
const KEY = /^\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*\s*=/u;

/** Where what begins at a line ends; null: never, or it is nothing that is known. */
const endOf = (lines: readonly string[], at: number): number | null => {
  const first = lines[at] ?? '';
  if (isAround(first)) return at + 1;
  const header = HEADER.exec(first);
  if (header?.[1] === '[[') {
    const inner = `${header[2]?.trim() ?? ''}.`;
    const end = lines.findIndex((line, index) => index > at && isOther(line, inner));
    return withoutAround(lines, end === -1 ? lines.length : end);
  }
  if (header !== null) return at + 1;
  if (!KEY.test(first)) return null;
  for (let end = at + 1; end <= lines.length; end += 1)
    if (isWhole(lines.slice(at, end).join(''))) return end;
  return null;
};

const isAround = (line: string): boolean => /^\s*(?:#.*)?\s*$/u.test(line);

/** A header of another table than those within an array's. */
const isOther = (line: string, inner: string): boolean => {
  const name = HEADER.exec(line)?.[2]?.trim();
  return name !== undefined && !name.startsWith(inner);
};

/** Empty lines and comments above the next header are not of the table before. */
const withoutAround = (lines: readonly string[], end: number): number => {
  let at = end;
  while (isAround(lines[at - 1] ?? '')) at -= 1;
  return at;
};

/** Whether every bracket and string of a value is closed. */
const isWhole = (text: string): boolean => {
  const bare = text
    .replaceAll(/"""[\s\S]*?"""|'''[\s\S]*?'''/gu, '')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/gu, '')
    .replaceAll(/#.*$/gmu, '');
  const count = (pattern: RegExp): number => bare.match(pattern)?.length ?? 0;
  return !/["']/u.test(bare) && count(/[[{]/gu) === count(/[\]}]/gu);
};

const take = (reading: Reading, lines: readonly string[]): void => {
  const [first = ''] = lines;
  if (isAround(first)) {
    // An empty line sets apart what stands above it; only a header takes it along.
    const last = reading.above.at(-1) ?? '';
    if (first.trim() === '' && last.trim() !== '') drop(reading);
    reading.above.push(first);
    return;
  }
  const header = HEADER.exec(first);
  if (header === null && reading.above[0]?.trim() === '') {
    const blank = reading.above.findIndex((line) => line.trim() !== '');
    const empty = reading.above.splice(0, blank === -1 ? reading.above.length : blank);
    reading.pieces.push(around(empty.join('')));
  }
  const text = [...reading.above, ...lines].join('');
  reading.above = [];
  const name = header?.[2]?.trim() ?? '';
  if (header !== null) reading.table = header[1] === '[' ? `[${name}]` : nextOf(reading, name);
  const id = header === null ? `${reading.table} ${keyOf(first)}`.trim() : reading.table;
  reading.pieces.push({ id, section: reading.table, text, value: text.trim() });
};

const keyOf = (line: string): string => (KEY.exec(line)?.[0] ?? '').replace(/\s*=$/u, '').trim();

const nextOf = ({ arrays }: Reading, name: string): string => {
  const count = (arrays.get(name) ?? 0) + 1;
  arrays.set(name, count);
  return `[[${name}]] ${String(count)}`;
};

const around = (text: string): Piece => ({ id: null, section: '', text, value: text.trim() });

/** What belongs to nothing below stays where it is. */
const drop = (reading: Reading): void => {
  if (reading.above.length > 0) reading.pieces.push(around(reading.above.join('')));
  reading.above = [];
};

/** An entry that has come to stand in another table than its own; null: none has. */
export const misplacedIn = (pieces: readonly Piece[]): string | null => {
  let table = '';
  for (const { id, section } of pieces) {
    if (id === null) continue;
    if (id === section) table = section;
    else if (section !== table) return id;
  }
  return null;
};

/** Merges a list of requirements that has each on a line of its own, by package; null: it is no such list, or they clash. */
export const mergeList = ({ base, ours, theirs }: Clash): Piece | null => {
  if (ours === null || theirs === null) return null;
  const [was, mine, other] = [base?.text ?? '', ours.text, theirs.text].map(itemsOf);
  if (!was || !mine || !other || frameOf(mine) !== frameOf(other)) return null;
  let clashed = false;
  const merged = mergePieces({ base: was, ours: mine, theirs: other }, () => {
    clashed = true;
    return null;
  });
  const text = joined(merged);
  return clashed ? null : { ...ours, text, value: text.trim() };
};

/** What is no item: key, brackets and comments. */
const frameOf = (pieces: readonly Piece[]): string =>
  pieces.flatMap(({ id, value }) => (id === null ? [value] : [])).join('\n');

const ITEM = /^\s*(["'])\s*([\w.-]+).*\1\s*,?\s*(?:#.*)?\s*$/u;

const itemsOf = (text: string): readonly Piece[] | null => {
  const pieces = linesOf(text).map((line): Piece => {
    const name = ITEM.exec(line)?.[2]
      ?.toLowerCase()
      .replaceAll(/[._-]+/gu, '-');
    const [item = ''] = line.trim().split(/,?\s*$/u);
    if (name === undefined) return around(line);
    return { id: name, section: 'items', text: line.replace(/,?(\s*)$/u, ',$1'), value: item };
  });
  const ids = pieces.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length ? pieces : null;
};
