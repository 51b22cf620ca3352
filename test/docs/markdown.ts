import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A page of the documentation. */
export interface Page {
  /** From the root of the repository. */
  readonly name: string;
  readonly text: string;
}

/** A fenced block: `lang` as written behind the fence, '' for none; its lines; the line it starts at. */
export interface Fence {
  readonly page: string;
  readonly lang: string;
  readonly lines: readonly string[];
  readonly at: number;
}

/** An absolute path of something in the repository. */
export const inRepository = (name: string): string => join(ROOT, name);

/** One page by its name. */
export const page = (name: string): Page => ({
  name,
  text: readFileSync(inRepository(name), 'utf8'),
});

/** Every page that people read: at the root, and below docs/. */
export function pages(): readonly Page[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => relative(ROOT, join(ROOT, 'docs', name)));
  return [...top, ...below].toSorted().map(page);
}

/** The fenced blocks of a page. */
export function fencesOf({ name, text }: Page): readonly Fence[] {
  const found: Fence[] = [];
  let open: { lang: string; lines: string[]; at: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = /^```(\w*)\s*$/u.exec(line);
    if (mark === null) open?.lines.push(line);
    else if (open === null) open = { lang: mark[1] ?? '', lines: [], at: index + 1 };
    else {
      found.push({ page: name, ...open });
      open = null;
    }
  }
  if (open !== null) throw new Error(`${name}:${open.at}: a fence is never closed`);
  return found;
}

/** The text of a page outside its fences. */
export const proseOf = ({ text }: Page): string => text.replaceAll(/^```[\s\S]*?^```$/gmu, '');

/** What stands between single backticks in a page's prose. */
export const inlineCodeOf = (of: Page): readonly string[] =>
  [...proseOf(of).matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code);

/** The anchors that the headings of a page have. */
export const anchorsOf = (of: Page): readonly string[] =>
  [...proseOf(of).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/gu, '-'),
  );

/** The rows of every table of a page: trimmed cells, without heads and rulers. */
export function rowsOf({ text }: Page): readonly (readonly string[])[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isRow = line.startsWith('|') && !isRuler(line) && !isRuler(lines[index + 1] ?? '');
    return isRow
      ? [
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ]
      : [];
  });
}

const isRuler = (line: string): boolean => /^\|[\s|:-]+\|$/u.test(line);

/** What stands in backticks in a cell. */
export const codes = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);
