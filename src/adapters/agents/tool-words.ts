import { textAt, type JsonRecord } from '../../domain/json-record.ts';

const MAX_LENGTH = 120;

/** How an adapter's tools are told in a few words. */
export interface ToolWords {
  /** A word that says more than the tool's name, by name. */
  readonly verbs: Readonly<Record<string, string>>;
  /** Keys of the input that hold a path, and then those whose text says what it is about. */
  readonly paths: readonly string[];
  readonly subjects: readonly string[];
}

/** A tool call in a few words: `edit src/x.ts`, `bash npm test`. Paths are relative to `cwd`, where it is known. */
export function toolWords(
  words: ToolWords,
  name: string,
  input: JsonRecord,
  cwd: string | null,
): string {
  const path = firstText(words.paths, input);
  const about = path === null ? (firstText(words.subjects, input) ?? '') : below(cwd, path);
  return oneLine(`${verbOf(words.verbs, name)} ${about}`, MAX_LENGTH);
}

/** The first line of a text, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line =
    text
      .trim()
      .split(/[\r\n]/)[0]
      ?.trimEnd() ?? '';
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** A name may be one that every object has. */
const verbOf = (verbs: ToolWords['verbs'], name: string): string =>
  (Object.hasOwn(verbs, name) ? verbs[name] : undefined) ?? name;

function firstText(keys: readonly string[], input: JsonRecord): string | null {
  return keys.map((key) => textAt(input, key)).find((text) => text !== null) ?? null;
}

const below = (cwd: string | null, path: string): string =>
  cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
