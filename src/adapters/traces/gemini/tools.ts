import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { ToolUse } from '../../../domain/trace/build/tool-use.ts';

/** What a call of Gemini's tools does. */
export function useOf(name: string, args: JsonRecord): ToolUse {
  const path =
    textAt(args, 'file_path') ?? textAt(args, 'absolute_path') ?? textAt(args, 'path') ?? '';
  switch (name) {
    case 'read_file':
      return { kind: 'read', paths: [path] };
    case 'read_many_files':
      return { kind: 'read', paths: pathsOf(args) };
    case 'write_file':
      return { kind: 'write', path, content: textAt(args, 'content') };
    case 'replace':
    case 'edit':
      return {
        kind: 'edit',
        path,
        edits: [
          {
            before: textAt(args, 'old_string') ?? '',
            after: textAt(args, 'new_string') ?? '',
            all:
              typeof args['expected_replacements'] === 'number' &&
              args['expected_replacements'] > 1,
          },
        ],
      };
    case 'run_shell_command':
      return { kind: 'shell', command: textAt(args, 'command') ?? '' };
    case 'invoke_agent':
      return { kind: 'delegate', brief: textAt(args, 'prompt'), name: textAt(args, 'agent_name') };
    case 'list_directory':
    case 'glob':
    case 'grep_search':
    case 'search_file_content':
      return { kind: 'search' };
    case 'google_web_search':
    case 'web_fetch':
      return { kind: 'web' };
    case 'write_todos':
    case 'enter_plan_mode':
    case 'exit_plan_mode':
    case 'update_topic':
      return { kind: 'plan' };
    case 'complete_task':
      return { kind: 'report' };
    default:
      return { kind: 'other' };
  }
}

function pathsOf(args: JsonRecord): readonly string[] {
  const paths: unknown = args['paths'] ?? args['include'];
  return Array.isArray(paths)
    ? paths.filter((each): each is string => typeof each === 'string' && !/[*?]/.test(each))
    : [];
}

/** What a sub-agent hands in at its end; null: the call is another one. */
export function reportOf(name: string, args: JsonRecord): string | null {
  if (name !== 'complete_task') return null;
  const { result } = args;
  if (typeof result === 'string') return result;
  return textAt(recordAt(args, 'result'), 'response') ?? JSON.stringify(result ?? {});
}
