import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

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

/**
 * Keeps what both sides have added: ours first, then theirs. Only for a text in which every conflict is of that kind,
 * with the base in the markers (`diff3`). `importsAlone`: the added lines must be imports and nothing else. The error
 * says what is in the way.
 */
export const mergeAdditive = (
  marked: string,
  names: MarkNames,
  { importsAlone }: { readonly importsAlone: boolean },
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
      const refused = refusal(hunk, importsAlone);
      if (refused !== null) return err(refused);
      out.push(...both(hunk));
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

/** The part that a marker begins, or the end; null: it is a line of the file. */
const markIn = (line: string, names: MarkNames, hunk: Hunk | null): Hunk['part'] | 'end' | null => {
  const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (hunk === null) return bare === `<<<<<<< ${names.ours}` ? 'ours' : null;
  if (hunk.part === 'ours') return bare.startsWith('||||||| ') ? 'base' : null;
  if (hunk.part === 'base') return bare === '=======' ? 'theirs' : null;
  return bare === `>>>>>>> ${names.theirs}` ? 'end' : null;
};

const refusal = ({ ours, base, theirs }: Hunk, importsAlone: boolean): string | null => {
  if (base.length > 0) return 'both sides have changed lines that were there';
  if (ours.length === 0 || theirs.length === 0) return 'only one side has added lines';
  if (importsAlone && ![...ours, ...theirs].every(isImport))
    return 'what both have added is more than imports';
  return null;
};

/** Their lines behind ours; an import or an entry of a list that both have added stands once. */
const both = ({ ours, theirs }: Hunk): readonly string[] => {
  const mine = new Set(ours);
  return [...ours, ...theirs.filter((line) => !(mine.has(line) && isEntry(line)))];
};

const isEntry = (line: string): boolean =>
  (isImport(line) && line.trim() !== '') || /^\s*[-*] \S/u.test(line);

/** A whole import, export or include on one line, or none. */
const isImport = (line: string): boolean =>
  line.trim() === '' ||
  /^\s*(?:import\b.*|export\b.*\bfrom\b.*|from\s+\S+\s+import\b.*|(?:pub\s+)?(?:use|mod)\s+\S.*;|#include\b.*|require(?:_relative)?[ (].*|(?:const|let|var)\s.*=\s*require\(.*)\s*$/u.test(
    line,
  );
