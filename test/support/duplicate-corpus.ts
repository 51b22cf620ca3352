import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSourceReader } from '../../src/adapters/source/source-reader.ts';
import type { Definition } from '../../src/domain/duplicates/definition.ts';

/** Two definitions by name, and whether they are the same thing. */
export interface CorpusCase {
  readonly same: boolean;
  readonly a: string;
  readonly b: string;
}

/** Two deliveries in one language. */
export interface CorpusPart {
  readonly language: string;
  readonly a: readonly Definition[];
  readonly b: readonly Definition[];
  readonly cases: readonly CorpusCase[];
}

const ROOT = join(import.meta.dirname, '../fixtures/duplicates');

/** What two agents might have written, as it lies in the fixtures: what thresholds were chosen by, and what was not. */
export const readCorpus = async (part: 'tune' | 'held-out'): Promise<readonly CorpusPart[]> => {
  const found: CorpusPart[] = [];
  const folders = readdirSync(ROOT)
    .filter((name) => name.startsWith(part))
    .flatMap((name) => readdirSync(join(ROOT, name)).map((language) => join(name, language)));
  for (const language of folders.toSorted()) {
    const folder = join(ROOT, language);
    found.push({
      language,
      a: await definitionsIn(join(folder, 'a')),
      b: await definitionsIn(join(folder, 'b')),
      cases: casesIn(readFileSync(join(folder, 'cases.txt'), 'utf8')),
    });
  }
  return found;
};

const definitionsIn = async (folder: string): Promise<readonly Definition[]> => {
  const files = readdirSync(folder).map((path) => ({
    path,
    text: readFileSync(join(folder, path), 'utf8'),
  }));
  const read = await createSourceReader().read(files);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.definitions;
};

/** `dup <a> <b>`, `not <a> <b> <why>`; names with blanks are separated by ` | `. */
const casesIn = (text: string): readonly CorpusCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const same = line.startsWith('dup ');
      const rest = line.slice(4);
      const [left = '', right = ''] = rest.includes(' | ') ? rest.split(' | ') : rest.split(' ');
      const b = /^(?:[A-Z]+ )?\S+/u.exec(right)?.[0] ?? right;
      return { same, a: left, b };
    });
