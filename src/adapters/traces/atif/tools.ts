import { textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { filesOfPatch } from '../../../domain/trace/build/patch-text.ts';
import type { ToolUse } from '../../../domain/trace/build/tool-use.ts';

/**
 * What a call of an unknown agent's tool does. The format names no tools, so it is told by the tool's name and by the
 * arguments that such a tool must have; anything else is `other`.
 */
export function useOf(name: string, input: JsonRecord): ToolUse {
  const command = first(input, 'command', 'cmd', 'keystrokes', 'script');
  const path = first(input, 'file_path', 'path', 'filePath', 'filename', 'file');
  const content = first(input, 'content', 'file_text', 'contents');
  const patch = first(input, 'patch', 'patchText', 'input');
  const before = first(input, 'old_string', 'oldString', 'old_str');
  const after = first(input, 'new_string', 'newString', 'new_str');
  if (/(?:bash|shell|terminal|exec|command)/i.test(name) && command !== null && path === null)
    return { kind: 'shell', command };
  if (/patch/i.test(name) && patch !== null) return { kind: 'patch', files: filesOfPatch(patch) };
  if (path !== null && before !== null && after !== null)
    return { kind: 'edit', path, edits: [{ before, after, all: input['replace_all'] === true }] };
  if (path !== null && content !== null && /write|create|edit|save/i.test(name))
    return { kind: 'write', path, content };
  if (path !== null && /read|view|open|cat/i.test(name)) return { kind: 'read', paths: [path] };
  if (/(?:glob|grep|search|list|find|ls)/i.test(name)) return { kind: 'search' };
  if (/^(?:agent|task|spawn_agent|invoke_agent|delegate\w*|sub_?agent\w*)$/i.test(name))
    return {
      kind: 'delegate',
      brief: first(input, 'prompt', 'message', 'task'),
      name: first(input, 'description', 'task_name', 'agent_name'),
    };
  if (/wait/i.test(name)) return { kind: 'wait', targets: null, timeoutMs: null };
  if (/(?:todo|plan)/i.test(name)) return { kind: 'plan' };
  if (/web|fetch|url/i.test(name)) return { kind: 'web' };
  if (/(?:finish|submit|complete)/i.test(name)) return { kind: 'report' };
  return { kind: 'other' };
}

function first(input: JsonRecord, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textAt(input, key);
    if (text !== null) return text;
  }
  return null;
}
