import type { Replacement, ToolUse } from '../../../domain/trace/build/tool-use.ts';
import { recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** What a call of Claude Code's tools does. */
export function useOf(name: string, input: JsonRecord): ToolUse {
  const read = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  return read?.(input) ?? { kind: 'other' };
}

const path = (input: JsonRecord): string =>
  textAt(input, 'file_path') ?? textAt(input, 'notebook_path') ?? textAt(input, 'path') ?? '';

const TOOLS: Readonly<Record<string, (input: JsonRecord) => ToolUse>> = {
  Read: (input) => ({ kind: 'read', paths: [path(input)] }),
  NotebookRead: (input) => ({ kind: 'read', paths: [path(input)] }),
  Grep: () => ({ kind: 'search' }),
  Glob: () => ({ kind: 'search' }),
  LS: () => ({ kind: 'search' }),
  LSP: () => ({ kind: 'search' }),
  Write: (input) => ({ kind: 'write', path: path(input), content: textAt(input, 'content') }),
  Edit: (input) => ({ kind: 'edit', path: path(input), edits: [editOf(input)] }),
  MultiEdit: (input) => ({
    kind: 'edit',
    path: path(input),
    edits: recordsAt(input, 'edits').map(editOf),
  }),
  NotebookEdit: (input) => ({
    kind: 'edit',
    path: path(input),
    edits: [{ before: '', after: textAt(input, 'new_source') ?? '', all: false }],
  }),
  Bash: (input) => ({ kind: 'shell', command: textAt(input, 'command') ?? '' }),
  Monitor: (input) => ({ kind: 'shell', command: textAt(input, 'command') ?? '' }),
  Agent: delegate,
  Task: delegate,
  Workflow: (input) => ({
    kind: 'delegate',
    brief: textAt(input, 'script'),
    name: textAt(input, 'name'),
  }),
  TaskStop: stop,
  KillShell: stop,
  KillBash: stop,
  TaskOutput: output,
  AgentOutputTool: output,
  TaskGet: () => ({ kind: 'look' }),
  TaskList: () => ({ kind: 'plan' }),
  ListAgents: () => ({ kind: 'look' }),
  BashOutput: () => ({ kind: 'look' }),
  SendMessage: (input) => ({
    kind: 'message',
    to: textAt(input, 'to') ?? textAt(input, 'recipient'),
    text: textAt(input, 'message') ?? textAt(input, 'content') ?? textAt(input, 'summary'),
  }),
  TodoWrite: () => ({ kind: 'plan' }),
  TodoRead: () => ({ kind: 'plan' }),
  TaskCreate: () => ({ kind: 'plan' }),
  TaskUpdate: () => ({ kind: 'plan' }),
  EnterPlanMode: () => ({ kind: 'plan' }),
  ExitPlanMode: () => ({ kind: 'plan' }),
  WebFetch: () => ({ kind: 'web' }),
  WebSearch: () => ({ kind: 'web' }),
  StructuredOutput: () => ({ kind: 'report' }),
};

function editOf(input: JsonRecord): Replacement {
  return {
    before: textAt(input, 'old_string') ?? '',
    after: textAt(input, 'new_string') ?? '',
    all: input['replace_all'] === true,
  };
}

function delegate(input: JsonRecord): ToolUse {
  return {
    kind: 'delegate',
    brief: textAt(input, 'prompt'),
    name: textAt(input, 'description'),
  };
}

function stop(input: JsonRecord): ToolUse {
  return {
    kind: 'stop',
    target: textAt(input, 'task_id') ?? textAt(input, 'shell_id'),
    reason: null,
  };
}

/** It waits for a sub-agent, unless it is told not to. */
function output(input: JsonRecord): ToolUse {
  if (input['block'] === false) return { kind: 'look' };
  const target = textAt(input, 'task_id') ?? textAt(input, 'agentId');
  const timeout = input['timeout'];
  return {
    kind: 'wait',
    targets: target === null ? null : [target],
    timeoutMs: typeof timeout === 'number' ? timeout : null,
  };
}
