import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { toolWords } from '../tool-words.ts';

/** A tool call in a few words: `edit src/x.ts`, `Bash npm test`. Paths are relative to `cwd`. */
export function toolText(name: string, input: JsonRecord, cwd: string | null): string {
  const subjects = name === 'Bash' ? ['command'] : SUBJECTS;
  return toolWords({ verbs: VERBS, paths: PATHS, subjects }, name, input, cwd);
}

/** The call in a content block or a list of refusals. */
export function toolCallText(call: JsonRecord, cwd: string | null): string {
  const name = textAt(call, 'name') ?? textAt(call, 'tool_name') ?? 'a tool';
  const input = 'tool_input' in call ? recordAt(call, 'tool_input') : recordAt(call, 'input');
  return toolText(name, input, cwd);
}

const VERBS: Readonly<Record<string, string>> = {
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Read: 'read',
  Glob: 'search',
  Grep: 'search',
  WebFetch: 'fetch',
};

const PATHS = ['file_path', 'notebook_path'];

const SUBJECTS = ['pattern', 'url', 'query', 'skill', 'description', 'subject'];
