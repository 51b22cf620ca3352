import type {
  Definition,
  SkippedSource,
  SkippedWhy,
  SourceText,
} from '../../domain/duplicates/definition.ts';
import { MOST_CHARS, isGenerated, isMinified } from '../../domain/duplicates/hand-written.ts';
import { outsideNames } from '../../domain/duplicates/outside-names.ts';
import { ok } from '../../domain/result.ts';
import type { SourceReader } from '../../ports/source-reader.ts';
import { languageOf } from './languages.ts';
import { loadParser } from './load.ts';
import type { Parser } from './load.ts';
import { readFile } from './read-file.ts';

/** Files are parsed this long at a stretch; then others have their turn. */
const STRETCH_MS = 20;

/** Reads by the grammars of ast-grep, which are loaded by the first file. */
export const createSourceReader = (): SourceReader => ({
  reads: (path) => languageOf(path) !== null || path.endsWith('.sql'),
  read: async (files) => {
    const parser = await loadParser();
    if (!parser.ok) return parser;
    const definitions: Definition[] = [];
    const skipped: SkippedSource[] = [];
    let stretch = performance.now();
    for (const file of files) {
      const read = readOne(parser.value, file);
      if (typeof read === 'string') skipped.push({ path: file.path, why: read });
      else for (const each of read) definitions.push(each);
      if (performance.now() - stretch < STRETCH_MS) continue;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      stretch = performance.now();
    }
    return ok({ definitions, skipped });
  },
});

const readOne = (parser: Parser, file: SourceText): readonly Definition[] | SkippedWhy => {
  const unread = unreadable(file);
  if (unread !== null) return unread;
  const outside = outsideOf(file);
  const language = languageOf(file.path);
  if (language === null) return outside;
  if (!parser.languages.has(language.parser)) return 'no parser';
  const read = readFile(parser, language, file);
  return typeof read === 'string'
    ? read
    : [...read.filter((each) => !answers(each, outside)), ...outside];
};

/** Left by a merge that nobody finished. */
const CONFLICT = /^<{7} /mu;

const unreadable = ({ text }: SourceText): SkippedWhy | null => {
  if (text.length > MOST_CHARS) return 'too large';
  if (isGenerated(text)) return 'generated';
  if (CONFLICT.test(text)) return 'does not parse';
  return isMinified(text) ? 'minified' : null;
};

const outsideOf = ({ path, text }: SourceText): readonly Definition[] => {
  const names = outsideNames(text, path).toSorted((a, b) => a.index - b.index);
  let line = 1;
  let from = 0;
  return names.map(({ kind, name, index }): Definition => {
    for (
      let at = text.indexOf('\n', from);
      at !== -1 && at < index;
      at = text.indexOf('\n', at + 1)
    ) {
      line += 1;
      from = at + 1;
    }
    return {
      kind,
      family: 'any',
      name,
      path,
      line,
      endLine: line,
      exported: true,
      owner: null,
      doc: '',
      params: [],
      signature: '',
      text: '',
    };
  });
};

/** A function under a decorator or annotation that makes it a route is that route. */
const answers = (
  { kind, family, line, text }: Definition,
  outside: readonly Definition[],
): boolean => {
  if (kind !== 'function' || (family === 'java' && !/^\s*@/u.test(text))) return false;
  const before = BEFORE[family] ?? null;
  return (
    before !== null &&
    outside.some((each) => each.kind === 'route' && each.line <= line && line - each.line <= before)
  );
};

/** How many lines before a function its decorator may stand; annotations are a part of it. */
const BEFORE: Partial<Record<Definition['family'], number>> = { python: 3, rust: 2, java: 0 };
