import { recordAt, textAt, type JsonRecord } from '../json-record.ts';

const MAX_LENGTH = 120;

/** A tool call in a few words: `edit src/x.ts`, `Bash npm test`. Paths are relative to `cwd`. */
export function toolText(name: string, input: JsonRecord, cwd: string | null): string {
  return oneLine(`${verb(name)} ${subject(name, input, cwd)}`, MAX_LENGTH);
}

/** The call in a content block or a list of refusals. */
export function toolCallText(call: JsonRecord, cwd: string | null): string {
  const name = textAt(call, 'name') ?? textAt(call, 'tool_name') ?? 'a tool';
  const input = 'tool_input' in call ? recordAt(call, 'tool_input') : recordAt(call, 'input');
  return toolText(name, input, cwd);
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

function verb(name: string): string {
  switch (name) {
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return 'edit';
    case 'Write':
      return 'write';
    case 'Read':
      return 'read';
    case 'Glob':
    case 'Grep':
      return 'search';
    case 'WebFetch':
      return 'fetch';
    default:
      return name;
  }
}

function subject(name: string, input: JsonRecord, cwd: string | null): string {
  const path = textAt(input, 'file_path') ?? textAt(input, 'notebook_path');
  if (path !== null) return relative(path, cwd);
  if (name === 'Bash') return textAt(input, 'command') ?? '';
  const keys = ['pattern', 'url', 'query', 'skill', 'description', 'subject'];
  return keys.map((key) => textAt(input, key)).find((text) => text !== null) ?? '';
}

function relative(path: string, cwd: string | null): string {
  return cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
