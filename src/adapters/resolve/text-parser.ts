import { stripTypeScriptTypes } from 'node:module';
import { parse as parseToml } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import type { TextParser } from '../../ports/text-parser.ts';

/**
 * JSON, YAML, TOML, and JavaScript or TypeScript without JSX, by what is at hand. `other` is asked of all else, and
 * answers as `broken` does.
 */
export const textParser = (other: TextParser['broken'] = async () => null): TextParser => ({
  broken: async (path, text) => {
    const parse = PARSERS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
    return parse === undefined ? other(path, text) : brokenBy(parse, text);
  },
});

const brokenBy = (parse: Parse, text: string): string | null => {
  try {
    return parse(text);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return first;
  }
};

/** Each says what is wrong, or throws it. */
type Parse = (text: string) => string | null;

const json: Parse = (text) => {
  JSON.parse(text);
  return null;
};

const toml: Parse = (text) => {
  parseToml(text);
  return null;
};

const yaml: Parse = (text) => {
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'error' });
  if (!Array.isArray(documents)) return null;
  const [fault] = documents.flatMap(({ errors }) => errors);
  if (fault === undefined) return null;
  return `${fault.message} (line ${text.slice(0, fault.pos[0]).split('\n').length})`;
};

/** Node's own parser; its result is thrown away, and with it the warning that the call is young. */
const script: Parse = (text) => {
  const emitWarning = process.emitWarning.bind(process);
  try {
    process.emitWarning = () => undefined;
    stripTypeScriptTypes(text, { mode: 'transform' });
  } finally {
    process.emitWarning = emitWarning;
  }
  return null;
};

const PARSERS: Readonly<Record<string, Parse>> = {
  json,
  toml,
  yaml,
  yml: yaml,
  js: script,
  mjs: script,
  cjs: script,
  ts: script,
  mts: script,
  cts: script,
};
