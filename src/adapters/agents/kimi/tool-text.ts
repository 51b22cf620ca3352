import type { JsonRecord } from '../../../domain/json-record.ts';
import { toolWords } from '../tool-words.ts';

/** A tool call in a few words: `edit src/x.ts`, `Bash npm test`. Paths are relative to `cwd`. */
export function toolText(name: string, args: JsonRecord, cwd: string): string {
  const paths = PATHLESS.has(name) ? [] : ['path'];
  const subjects = name === 'Bash' ? ['command'] : SUBJECTS;
  return toolWords({ verbs: VERBS, paths, subjects }, name, args, cwd);
}

const VERBS: Readonly<Record<string, string>> = {
  Edit: 'edit',
  FetchURL: 'fetch',
  Glob: 'search',
  Grep: 'search',
  Read: 'read',
  Write: 'write',
};

/** What these are about is no path, though some of them take one. */
const PATHLESS: ReadonlySet<string> = new Set(['Bash', 'Glob', 'Grep']);

const SUBJECTS = ['pattern', 'url', 'query', 'skill', 'description', 'task_id'];
