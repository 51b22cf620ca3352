import { textAt, type JsonRecord } from '../json-record.ts';

const MAX_LENGTH = 120;

/** A tool call in a few words: `edit src/x.ts`, `Bash npm test`. Paths are relative to `cwd`. */
export function toolText(name: string, args: JsonRecord, cwd: string): string {
  return oneLine(`${VERBS[name] ?? name} ${subject(name, args, cwd)}`, MAX_LENGTH);
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

const VERBS: Readonly<Record<string, string>> = {
  Edit: 'edit',
  FetchURL: 'fetch',
  Glob: 'search',
  Grep: 'search',
  Read: 'read',
  Write: 'write',
};

function subject(name: string, args: JsonRecord, cwd: string): string {
  if (name === 'Bash') return textAt(args, 'command') ?? '';
  const path = name === 'Glob' || name === 'Grep' ? null : textAt(args, 'path');
  if (path !== null) return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const keys = ['pattern', 'url', 'query', 'skill', 'description', 'task_id'];
  return keys.map((key) => textAt(args, key)).find((text) => text !== null) ?? '';
}
