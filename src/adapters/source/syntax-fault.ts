import { languageOf } from './languages.ts';
import { loadParser } from './load.ts';

/** A larger file is none that somebody wrote. */
const MOST_CHARS = 512 * 1024;

/** Where it shows that the text of a source file is no whole one of its language, in one line; null: it is, or nobody here can tell. */
export const syntaxFault = async (path: string, text: string): Promise<string | null> => {
  const language = languageOf(path);
  if (language === null || text.length > MOST_CHARS) return null;
  const parser = await loadParser();
  if (!parser.ok || !parser.value.languages.has(language.parser)) return null;
  const root = parser.value.parse(language.parser, text);
  const [fault] = root.findAll({ rule: { kind: 'ERROR' } });
  return fault === undefined
    ? null
    : `it does not parse (line ${String(fault.range().start.line + 1)})`;
};
