import { recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { Replacement, ToolUse } from '../../../domain/trace/build/tool-use.ts';

/** What a call of Kimi Code's tools does. `agentOf`: the agent of a task. */
export function useOf(
  name: string,
  args: JsonRecord,
  agentOf: (task: string) => string | null,
): ToolUse {
  const path = textAt(args, 'path') ?? textAt(args, 'file_path') ?? '';
  switch (name) {
    case 'Read':
    case 'ReadFile':
    case 'ReadMediaFile':
      return { kind: 'read', paths: [path] };
    case 'Glob':
    case 'Grep':
      return { kind: 'search' };
    case 'Write':
    case 'WriteFile':
      return { kind: 'write', path, content: textAt(args, 'content') };
    case 'Edit':
    case 'MultiEdit':
    case 'StrReplaceFile':
      return { kind: 'edit', path, edits: editsOf(args) };
    case 'Bash':
    case 'Shell':
      return { kind: 'shell', command: textAt(args, 'command') ?? '' };
    case 'Agent':
      return { kind: 'delegate', brief: textAt(args, 'prompt'), name: textAt(args, 'description') };
    case 'AgentSwarm':
      return {
        kind: 'delegate',
        brief: textAt(args, 'prompt_template'),
        name: textAt(args, 'description'),
      };
    case 'WaitFor':
      return waitOf(args, agentOf);
    case 'TaskOutput':
      return args['block'] === true ? waitOf(args, agentOf) : { kind: 'look' };
    case 'TaskList':
      return { kind: 'look' };
    case 'TaskStop': {
      const task = textAt(args, 'task_id');
      return {
        kind: 'stop',
        target: task === null ? null : agentOf(task),
        reason: textAt(args, 'reason'),
      };
    }
    case 'TodoList':
    case 'EnterPlanMode':
    case 'ExitPlanMode':
      return { kind: 'plan' };
    case 'FetchURL':
    case 'WebSearch':
    case 'SearchWeb':
      return { kind: 'web' };
    default:
      return { kind: 'other' };
  }
}

function editsOf(args: JsonRecord): readonly Replacement[] {
  const several = recordsAt(args, 'edits');
  return (several.length > 0 ? several : [args]).map((each) => ({
    before: textAt(each, 'old_string') ?? textAt(each, 'old') ?? '',
    after: textAt(each, 'new_string') ?? textAt(each, 'new') ?? '',
    all: each['replace_all'] === true,
  }));
}

/** Its time is in seconds. */
function waitOf(args: JsonRecord, agentOf: (task: string) => string | null): ToolUse {
  const task = textAt(args, 'task_id');
  const agent = task === null ? null : agentOf(task);
  const timeout = args['timeout'];
  return {
    kind: 'wait',
    targets: agent === null ? null : [agent],
    timeoutMs: typeof timeout === 'number' ? Math.round(timeout * 1000) : null,
  };
}
