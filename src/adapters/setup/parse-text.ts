import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';

/** Why a text could not be read, and on which line, from 1, where that is known. */
export interface ParseFault {
  readonly line: number | null;
  readonly text: string;
}

/** The value that a text stands for. Whatever it holds, nothing is thrown. */
export function parseText(
  syntax: 'json' | 'toml' | 'yaml',
  text: string,
): Result<unknown, ParseFault> {
  try {
    // A byte order mark is none of JSON's.
    const clean = text.replace(/^\u{feff}/u, '');
    if (syntax === 'json') return ok(JSON.parse(clean));
    return syntax === 'toml' ? ok(parseToml(clean)) : yamlOf(clean);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [first = ''] = said.split(/\n|, "/u);
    const line =
      error instanceof TomlError ? error.line : syntax === 'json' ? jsonLine(text) : null;
    return err({ line, text: `it is no valid ${syntax.toUpperCase()} (${first})` });
  }
}

const yamlOf = (text: string): Result<unknown, ParseFault> => {
  const document = parseDocument(text, { version: '1.2', prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  // What is thrown at a bomb of aliases is caught above.
  if (error === undefined) return ok(document.toJS({ maxAliasCount: 100 }));
  const line = text.slice(0, error.pos[0]).split('\n').length;
  return err({ line, text: `it is no valid YAML (${error.message})` });
};

/** Node does not always say where it stopped: the first line with which the text is not merely unfinished. */
const jsonLine = (text: string): number | null => {
  const lines = text.split('\n').slice(0, MOST_LINES);
  const at = lines.findIndex((_, k) => !isUnfinished(lines.slice(0, k + 1).join('\n')));
  return at === -1 ? null : at + 1;
};

const MOST_LINES = 1_000;

const isUnfinished = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const said = String(error);
    const position = /at position (\d+)/u.exec(said)?.[1];
    return /Unexpected end|Unterminated/u.test(said) || Number(position) === text.length;
  }
};
