import type { JsonRecord } from '../../../domain/json-record.ts';
import { toolWords, type ToolWords } from '../tool-words.ts';

const WORDS: ToolWords = {
  verbs: {
    read_file: 'read',
    write_file: 'write',
    replace: 'edit',
    run_shell_command: 'shell',
    glob: 'search',
    grep_search: 'search',
    search_file_content: 'search',
    list_directory: 'list',
    web_fetch: 'fetch',
    google_web_search: 'search',
  },
  paths: ['file_path', 'dir_path'],
  subjects: ['command', 'pattern', 'query', 'agent_name', 'prompt', 'url', 'title'],
};

/** A tool call in a few words: `write src/x.ts`, `shell npm test`. Paths are relative to `cwd`, where it is known. */
export const toolText = (name: string, args: JsonRecord, cwd: string | null): string =>
  toolWords(WORDS, name, args, cwd);
