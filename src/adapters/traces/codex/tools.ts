import { parseRecord, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { filesOfPatch } from '../../../domain/trace/build/patch-text.ts';
import type { ToolUse } from '../../../domain/trace/build/tool-use.ts';

/** Who a call names: a thread's id, or (in the second generation) a task's name or path. */
export type Resolve = (target: string | null) => string | null;

/** What a call of Codex's tools does. `input`: its arguments as a record, or the text of a custom tool. */
export function useOf(name: string, input: JsonRecord, text: string, resolve: Resolve): ToolUse {
  switch (name) {
    case 'exec_command':
    case 'shell':
    case 'shell_command':
    case 'local_shell':
    case 'container.exec':
    case 'unified_exec':
      return { kind: 'shell', command: commandOf(input['cmd'] ?? input['command']) };
    case 'apply_patch':
      return {
        kind: 'patch',
        files: filesOfPatch(textAt(input, 'input') ?? textAt(input, 'patch') ?? text),
      };
    case 'spawn_agent':
      return {
        kind: 'delegate',
        brief: textAt(input, 'message'),
        name: textAt(input, 'task_name'),
      };
    case 'wait_agent':
      return { kind: 'wait', ...waitOf(input, resolve) };
    case 'close_agent':
    case 'interrupt_agent':
      return { kind: 'stop', target: resolve(textAt(input, 'target')), reason: null };
    case 'list_agents':
      return { kind: 'look' };
    case 'send_input':
    case 'send_message':
    case 'followup_task':
      return {
        kind: 'message',
        to: resolve(textAt(input, 'target') ?? textAt(input, 'id')),
        text: textAt(input, 'message'),
      };
    case 'update_plan':
      return { kind: 'plan' };
    case 'view_image':
    case 'read_file':
      return { kind: 'read', paths: [textAt(input, 'path') ?? textAt(input, 'file_path') ?? ''] };
    case 'list_dir':
    case 'grep_files':
    case 'tool_search':
      return { kind: 'search' };
    case 'web_search':
      return { kind: 'web' };
    default:
      return { kind: 'other' };
  }
}

function waitOf(input: JsonRecord, resolve: Resolve) {
  const targets = input['targets'] ?? input['ids'];
  const timeout = input['timeout_ms'];
  const named = Array.isArray(targets)
    ? targets.flatMap((each) => (typeof each === 'string' ? (resolve(each) ?? each) : []))
    : [];
  return {
    targets: named.length === 0 ? null : named,
    timeoutMs: typeof timeout === 'number' ? timeout : null,
  };
}

/** A command as text, or as arguments of which a shell is the first. */
export function commandOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const words = value.filter((each): each is string => typeof each === 'string');
  const [shell = '', flag = '', script] = words;
  if (script !== undefined && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flag))
    return script;
  return words.map(quoted).join(' ');
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The arguments of a function call; empty where they are no object. */
export const argumentsOf = (payload: JsonRecord): JsonRecord =>
  parseRecord(textAt(payload, 'arguments') ?? '') ?? {};
