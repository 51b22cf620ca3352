import { recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { filesOfPatch } from '../../../domain/trace/build/patch-text.ts';
import type { Replacement, ToolUse } from '../../../domain/trace/build/tool-use.ts';

/** What a call of opencode's tools does. */
export function useOf(name: string, input: JsonRecord): ToolUse {
  const path =
    textAt(input, 'filePath') ?? textAt(input, 'file_path') ?? textAt(input, 'path') ?? '';
  switch (name) {
    case 'read':
      return { kind: 'read', paths: [path] };
    case 'write':
      return { kind: 'write', path, content: textAt(input, 'content') };
    case 'edit':
      return { kind: 'edit', path, edits: [editOf(input)] };
    case 'multiedit':
      return { kind: 'edit', path, edits: recordsAt(input, 'edits').map(editOf) };
    case 'patch':
    case 'apply_patch':
      return {
        kind: 'patch',
        files: filesOfPatch(textAt(input, 'patchText') ?? textAt(input, 'patch') ?? ''),
      };
    case 'bash':
    case 'shell':
      return { kind: 'shell', command: textAt(input, 'command') ?? '' };
    case 'task':
      return {
        kind: 'delegate',
        brief: textAt(input, 'prompt'),
        name: textAt(input, 'description'),
      };
    case 'glob':
    case 'grep':
    case 'list':
    case 'ls':
    case 'codesearch':
    case 'lsp':
      return { kind: 'search' };
    case 'webfetch':
    case 'websearch':
      return { kind: 'web' };
    case 'todowrite':
    case 'todoread':
    case 'plan_enter':
    case 'plan_exit':
      return { kind: 'plan' };
    default:
      return { kind: 'other' };
  }
}

const editOf = (input: JsonRecord): Replacement => ({
  before: textAt(input, 'oldString') ?? '',
  after: textAt(input, 'newString') ?? '',
  all: input['replaceAll'] === true,
});
