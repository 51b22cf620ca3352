import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { isWholeImport } from './import-line.ts';
import { sectionOrder } from './sections.ts';

/** How the sides are called behind the markers of a conflict: commit ids. */
export interface MarkNames {
  readonly ours: string;
  readonly theirs: string;
}

/** A text without markers, and how many places of it were in conflict. */
export interface AddedBoth {
  readonly text: string;
  readonly places: number;
}

/** `imports`: the added lines must be imports and nothing else; `prose`: headings say what a line belongs to. */
export type ListKind = 'imports' | 'code' | 'prose';

/**
 * Keeps what both sides have added: ours first, then theirs, as far as headings let them. Only for a text in which every conflict is of that kind,
 * with the base in the markers (`diff3`). The error says what is in the way.
 */
export const mergeAdditive = (
  marked: string,
  names: MarkNames,
  kind: ListKind,
): Result<AddedBoth, string> => {
  const out: string[] = [];
  let hunk: Hunk | null = null;
  let places = 0;
  for (const line of marked.split('\n')) {
    const mark = markIn(line, names, hunk);
    if (hunk === null) {
      if (mark === 'ours') hunk = { part: 'ours', ours: [], base: [], theirs: [] };
      else out.push(line);
    } else if (mark === 'end') {
      const joined = joinedHunk(hunk, kind);
      if (!joined.ok) return joined;
      out.push(...joined.value);
      places += 1;
      hunk = null;
    } else if (mark === null) {
      hunk[hunk.part].push(line);
    } else hunk.part = mark;
  }
  if (hunk !== null) return err('a conflict has no end');
  return places === 0
    ? err('git does not say which lines conflict')
    : ok({ text: out.join('\n'), places });
};

interface Hunk {
  part: 'ours' | 'base' | 'theirs';
  readonly ours: string[];
  readonly base: string[];
  readonly theirs: string[];
}

const bare = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The part that a marker begins, or the end; null: it is a line of the file. */
const markIn = (line: string, names: MarkNames, hunk: Hunk | null): Hunk['part'] | 'end' | null => {
  const text = bare(line);
  if (hunk === null) return text === `<<<<<<< ${names.ours}` ? 'ours' : null;
  if (hunk.part === 'ours') return text.startsWith('||||||| ') ? 'base' : null;
  if (hunk.part === 'base') return text === '=======' ? 'theirs' : null;
  return text === `>>>>>>> ${names.theirs}` ? 'end' : null;
};

const joinedHunk = (hunk: Hunk, kind: ListKind): Result<readonly string[], string> => {
  const refused = refusal(hunk, kind);
  if (refused !== null) return err(refused);
  const { ours, theirs } = hunk;
  const order = kind === 'prose' ? sectionOrder(ours, theirs) : null;
  if (order === null) return ok([...ours, ...withoutDoubles(ours, theirs)]);
  if (!order.ok) return order;
  const { shared, first, next } = order.value;
  return ok([...shared, ...first, ...withoutDoubles(first, next)]);
};

const refusal = ({ ours, base, theirs }: Hunk, kind: ListKind): string | null => {
  if (base.length > 0) return 'both sides have changed lines that were there';
  if (ours.length === 0 || theirs.length === 0) return 'only one side has added lines';
  // Which of two is git's own cannot be told, nor whether there was a base after all.
  if (theirs.some((line) => bare(line) === '=======' || line.startsWith('||||||| ')))
    return 'a line of it looks like a mark of git’s';
  if (kind === 'imports' && ![...ours, ...theirs].every(isImportOrBlank))
    return 'what both have added is more than imports';
  return null;
};

const isImportOrBlank = (line: string): boolean => line.trim() === '' || isWholeImport(line);

/**
 * Theirs, less what ours has as well: imports at their beginning, and entries where both have nothing but a flat list
 * of them. Elsewhere a line that reads the same belongs to something else, and is needed twice.
 */
const withoutDoubles = (ours: readonly string[], theirs: readonly string[]): readonly string[] => {
  if (isFlatList([...ours, ...theirs])) {
    const mine = new Set(ours);
    return theirs.filter((line) => line.trim() === '' || !mine.has(line));
  }
  const mine = new Set(ours.slice(0, importsAtStart(ours)).filter(isWholeImport));
  const at = importsAtStart(theirs);
  return [...theirs.slice(0, at).filter((line) => !mine.has(line)), ...theirs.slice(at)];
};

const importsAtStart = (lines: readonly string[]): number => {
  const at = lines.findIndex((line) => !isImportOrBlank(line));
  return at === -1 ? lines.length : at;
};

const ENTRY = /^(\s*)[-*] \S/u;

/** Entries of one line and one depth. */
const isFlatList = (lines: readonly string[]): boolean => {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => ENTRY.exec(line)?.[1] ?? null);
  return depths.every((depth) => depth !== null && depth === depths[0]);
};
