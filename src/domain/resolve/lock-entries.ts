import { joined, linesOf, mergePieces } from './pieces.ts';
import type { Piece } from './pieces.ts';

/**
 * How a lock's entries stand in its text: tables (`[[package]]`) of TOML, blocks of yarn's own form or of its YAML, or
 * a line each.
 */
export type EntryForm = 'tables' | 'blocks' | 'lines';

/** A lock as both sides had it when they parted, and as each has it now. `base` empty: both made it. */
export interface ThreeLocks {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Merges a lock entry by entry, so that its tool can read it and meets what each side has pinned. Where both have
 * changed one entry, ours stays: the tool has the last word. It is a start, and nothing that could land by itself.
 */
export const mergeLock = (form: EntryForm, { base, ours, theirs }: ThreeLocks): string => {
  const split = SPLIT[form];
  const three = { base: split(base), ours: split(ours), theirs: split(theirs) };
  return joined(mergePieces(three, (clash) => clash.ours));
};

/** An entry that stands in the text more than once, as a clean merge may have it; null: none does. */
export const doubledEntry = (form: EntryForm, text: string): string | null => {
  const ids = SPLIT[form](text).flatMap(({ id }) => id ?? []);
  return ids.find((id, index) => ids.indexOf(id) !== index) ?? null;
};

/** With an empty line behind it, wherever it comes to stand. */
const entry = (id: string, text: string): Piece => ({
  id,
  section: '',
  text: `${text.trimEnd()}\n\n`,
  value: text.trim(),
});

/** Lines in groups; each begins where `starts` says so. What stands before the first is a group, too. */
const groups = (
  text: string,
  starts: (line: string) => boolean,
): readonly (readonly string[])[] => {
  const found: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (starts(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found.filter((lines) => lines.length > 0);
};

/** `[package.x]` and `[[package.x]]` belong to the package above. */
const isTable = (line: string): boolean => /^\[\[?(?!package\.)/u.test(line);

const tables = (text: string): readonly Piece[] =>
  groups(text, isTable).map((lines) => {
    const [first = ''] = lines;
    if (!isTable(first)) return entry('', lines.join(''));
    const value = (key: string): string =>
      lines
        .find((line) => line.startsWith(`${key} = `))
        ?.slice(key.length + 3)
        .replaceAll('"', '')
        .trim() ?? '';
    const table = first.trim() === '[[package]]' ? '' : first.trim();
    const named = table.startsWith('[[') || table === '';
    const parts = [table, ...(named ? ['name', 'version', 'source'].map(value) : [])];
    const id = parts.filter((part) => part !== '').join(' ');
    return entry(id, lines.join(''));
  });

const isBlock = (line: string): boolean => /^[^\s#].*:\s*$/u.test(line);

/** One block for each descriptor (`a@^1, a@^1.1`): so that sides that share some of them can be told apart. */
const blocks = (text: string): readonly Piece[] => {
  const isYaml = text.includes('\n__metadata:');
  return groups(text, isBlock).flatMap((lines) => {
    const [first = '', ...body] = lines;
    if (!isBlock(first)) return [entry('', lines.join(''))];
    const head = first.trim().slice(0, -1);
    const names = isYaml ? yamlNames(head) : (head.match(/"[^"]*"|[^",\s][^",]*/gu) ?? [head]);
    return names.map((name) => entry(name, `${name}:\n${body.join('')}`));
  });
};

const yamlNames = (head: string): readonly string[] =>
  head.startsWith('"')
    ? head
        .slice(1, -1)
        .split(/ *, */u)
        .map((name) => `"${name}"`)
    : [head];

const lines = (text: string): readonly Piece[] =>
  linesOf(text).map((line) => {
    const [name = '', version = ''] = line.trim().split(/\s+/u);
    return { ...entry(`${name} ${version}`, line), text: line };
  });

const SPLIT: Readonly<Record<EntryForm, (text: string) => readonly Piece[]>> = {
  tables,
  blocks,
  lines,
};
