import type { DriverConfig } from './driver-config.ts';
import { recordAt, textAt } from '../../../domain/json-record.ts';
import { isHarmless } from './harmless-command.ts';
import { isInside, isSame } from './inside.ts';

import { commandOf, pathsOf, startsSubAgent, type ToolCall } from './tool-call.ts';

/** What the policy makes of a tool call: `ask` is for a person, if one is there. */
export type Verdict = 'allow' | 'ask' | 'refuse';

/** What the policy goes by. */
export type Bounds = Pick<
  DriverConfig,
  'boundary' | 'checks' | 'handoffFile' | 'mayDelegate' | 'workspace'
>;

/**
 * Whether an agent may do what it asks to do. Behind a boundary everything but to delegate: the
 * kernel holds it. Without one it may read, write in its workspace and its hand-off, and run the
 * checks and what does no harm; a person is asked for the rest.
 */
export function verdictOn(call: ToolCall, bounds: Bounds): Verdict {
  if (startsSubAgent(call) && !bounds.mayDelegate) return 'refuse';
  if (bounds.boundary) return 'allow';
  switch (textAt(call, 'kind')) {
    case 'read':
    case 'search':
    case 'think':
      return 'allow';
    case 'edit':
    case 'delete':
    case 'move':
      return staysInside(call, bounds) ? 'allow' : 'ask';
    case 'execute':
      return runsInside(call, bounds) ? 'allow' : 'ask';
    default:
      return opensHandoff(call, bounds) ? 'allow' : 'ask';
  }
}

/** opencode asks for the folder of a file outside, before it asks for the file. */
function opensHandoff(call: ToolCall, { handoffFile }: Bounds): boolean {
  const input = recordAt(call, 'rawInput');
  const file = textAt(input, 'filepath');
  return 'parentDir' in input && file !== null && isSame(file, handoffFile);
}

/** Where no file is named, nothing is known. */
function staysInside(call: ToolCall, { workspace, handoffFile }: Bounds): boolean {
  const paths = pathsOf(call);
  return (
    paths.length > 0 &&
    paths.every((path) => isInside(path, workspace) || isSame(path, handoffFile))
  );
}

function runsInside(call: ToolCall, { checks, workspace }: Bounds): boolean {
  const cwd = textAt(recordAt(call, 'rawInput'), 'cwd');
  if (cwd !== null && !isSame(cwd, workspace) && !isInside(cwd, workspace)) return false;
  // Gemini CLI tells the command in the title alone.
  const command = commandOf(call) ?? textAt(call, 'title') ?? '';
  return isHarmless(command, checks);
}
