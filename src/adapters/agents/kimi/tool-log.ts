import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { DELEGATION_TOOLS } from './manifest.ts';
import { oneLine } from '../tool-words.ts';
import { toolText } from './tool-text.ts';

/** Pairs the tool calls of one agent with their results. */
export interface ToolLog {
  /** Facts in an event of the agent's loop. */
  read(event: JsonRecord): readonly AgentFact[];
}

interface Pending {
  readonly name: string;
  readonly text: string;
  /** The shell command, whole; null for other tools, and for one that goes on in the background. */
  readonly command: string | null;
}

const REASON_LENGTH = 160;

/** An empty log of `agent`, which works in `cwd`. It holds the calls without a result. */
export function makeToolLog(agent: string, cwd: string): ToolLog {
  const pending = new Map<string, Pending>();
  return {
    read(event) {
      switch (textAt(event, 'type')) {
        case 'tool.call':
          return called(event);
        case 'tool.result':
          return returned(event);
        default:
          return [];
      }
    },
  };

  function called(event: JsonRecord): readonly AgentFact[] {
    const name = textAt(event, 'name') ?? 'a tool';
    const args = recordAt(event, 'args');
    const text = toolText(name, args, cwd);
    const waits = name === 'Bash' && args['run_in_background'] !== true;
    const command = waits ? textAt(args, 'command') : null;
    pending.set(textAt(event, 'toolCallId') ?? '', { name, text, command });
    return [{ kind: 'tool', text }];
  }

  function returned(event: JsonRecord): readonly AgentFact[] {
    const id = textAt(event, 'toolCallId') ?? '';
    const call = pending.get(id);
    if (call === undefined) return [];
    pending.delete(id);
    const result = recordAt(event, 'result');
    const said = outputOf(result);
    const failed = result['isError'] === true;
    if (failed && REFUSED.test(said)) return refused(`${agent}/${id}`, call, said);
    if (call.command === null) return [];
    return [{ kind: 'command', argv: call.command, exit: failed ? exitOf(said) : 0 }];
  }
}

function refused(id: string, { name, text }: Pending, said: string): readonly AgentFact[] {
  const facts: AgentFact[] = [
    { kind: 'refused', text: `${text}: ${oneLine(said, REASON_LENGTH)}` },
  ];
  const starts: readonly string[] = DELEGATION_TOOLS;
  if (starts.includes(name)) facts.push({ kind: 'sub-agent', id, phase: 'refused', name: text });
  return facts;
}

/** How refusals begin: the CLI's own, and those of fanin's guard. Other hooks choose their own words. */
const REFUSED =
  /^(?:fanin's guard |Tool ".+" (?:not found|is disabled by|was denied by)|Too many background tasks|subagent error: Subagent type ".+" is not allowed|AgentSwarm must be )/;

/** The exit code of a command that failed; null where it was stopped. */
function exitOf(said: string): number | null {
  const code = /Command failed with exit code: (\d+)\.?\s*$/.exec(said)?.[1];
  return code === undefined ? null : Number(code);
}

function outputOf(result: JsonRecord): string {
  const text = textAt(result, 'output');
  if (text !== null) return text;
  return recordsAt(result, 'output')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}
