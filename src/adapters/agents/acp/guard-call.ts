import { recordAt, textAt } from '../../../domain/json-record.ts';
import { parentOf, pathsOf, type ToolCall } from './tool-call.ts';

/**
 * A call for which an agent asks a permission, as the guard reads it; null where there is nothing for
 * it to read: calls that write nothing, and those that name neither a command nor a file.
 */
export function guardCall(call: ToolCall, workspace: string): object | null {
  const kind = textAt(call, 'kind');
  const input = inputOf(kind, call);
  if (input === null) return null;
  return { tool_name: kind, tool_input: input, cwd: workspace, agent_id: parentOf(call) };
}

function inputOf(kind: string | null, call: ToolCall): object | null {
  switch (kind) {
    case 'execute': {
      const { command, cwd } = recordAt(call, 'rawInput');
      // Gemini CLI tells the command in the title alone.
      const told = command ?? textAt(call, 'title');
      return told === null || told === undefined ? null : { command: told, cwd };
    }
    case 'edit':
    case 'delete':
    case 'move': {
      const paths = pathsOf(call);
      return paths.length === 0 ? null : { paths };
    }
    default:
      return null;
  }
}
