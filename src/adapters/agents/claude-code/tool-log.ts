import type { AgentFact } from '../../../ports/agent.ts';
import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { oneLine } from '../tool-words.ts';
import { toolCallText } from './tool-text.ts';

/** Pairs tool calls with their results and refusals. */
export interface ToolLog {
  /** A call in an answer. */
  called(block: JsonRecord, cwd: string | null): AgentFact;
  /** The results in a line of type `user`. */
  returned(line: JsonRecord): readonly AgentFact[];
  /** A refusal, told by the CLI as it happens or once more at the end; each counts once. */
  refused(refusal: JsonRecord, cwd: string | null): readonly AgentFact[];
}

interface Pending {
  readonly text: string;
  /** The shell command, whole; null for other tools. */
  readonly command: string | null;
  /** The sub-agent it asks for; null for other tools. */
  readonly subAgent: string | null;
}

const REASON_LENGTH = 160;
/**
 * How refusals begin that come without a decision: a tool that is off, a full house of sub-agents,
 * the CLI's own worktree guard.
 */
const UNDECIDED_REFUSAL =
  /^(?:<tool_use_error>)?(?:Error: )?(?:No such tool available|Concurrent subagent limit reached|This session is isolated in)/;
/** The tool that starts a sub-agent, by its name and by its older one. */
const SUB_AGENT_TOOLS: ReadonlySet<string | null> = new Set(['Agent', 'Task']);

/** An empty log. It holds calls without a result, and the ids of refused ones. */
export function makeToolLog(): ToolLog {
  const pending = new Map<string, Pending>();
  const refusedIds = new Set<string>();
  const refuse = (id: string | null, call: Pending, reason: string): readonly AgentFact[] => {
    if (id !== null && refusedIds.has(id)) return [];
    if (id !== null) refusedIds.add(id);
    const { text, subAgent } = call;
    const refused = { kind: 'refused', text: reason === '' ? text : `${text}: ${reason}` } as const;
    if (subAgent === null) return [refused];
    return [refused, { kind: 'sub-agent', id: id ?? text, phase: 'refused', name: subAgent }];
  };
  return {
    called(block, cwd) {
      const id = textAt(block, 'id');
      const call = pendingOf(block, cwd);
      if (id !== null) pending.set(id, call);
      return { kind: 'tool', text: call.text };
    },
    returned(line) {
      const blocks = recordsAt(recordAt(line, 'message'), 'content');
      return blocks.flatMap((block) => {
        const id = textAt(block, 'tool_use_id');
        const call = id === null ? undefined : pending.get(id);
        if (id === null || call === undefined) return [];
        pending.delete(id);
        const said = resultText(block);
        if (isRefusal(line, id, block, said)) return refuse(id, call, reasonOf(said));
        if (call.command === null || refusedIds.has(id)) return [];
        return [{ kind: 'command', argv: call.command, exit: exitOf(line, block, said) }];
      });
    },
    refused(refusal, cwd) {
      const id = textAt(refusal, 'tool_use_id');
      const call = id === null ? undefined : pending.get(id);
      const said = textAt(refusal, 'decision_reason') ?? textAt(refusal, 'message') ?? '';
      return refuse(id, call ?? pendingOf(refusal, cwd), reasonOf(said));
    },
  };
}

/** A call in an answer, or as a list of refusals has it. */
function pendingOf(call: JsonRecord, cwd: string | null): Pending {
  const name = textAt(call, 'name') ?? textAt(call, 'tool_name');
  const input = recordAt(call, 'tool_input' in call ? 'tool_input' : 'input');
  return {
    text: toolCallText(call, cwd),
    command: name === 'Bash' ? textAt(input, 'command') : null,
    subAgent: SUB_AGENT_TOOLS.has(name) ? oneLine(textAt(input, 'description') ?? '', 100) : null,
  };
}

function isRefusal(line: JsonRecord, id: string, block: JsonRecord, said: string): boolean {
  if (block['is_error'] !== true) return false;
  const meta = recordsAt(line, 'tool_result_meta').find((entry) => textAt(entry, 'id') === id);
  const decision = meta === undefined ? null : recordAt(meta, 'permission_decision')['decision'];
  return decision === 'reject' || UNDECIDED_REFUSAL.test(said);
}

/** The exit code; null where the result does not tell it. */
function exitOf(line: JsonRecord, block: JsonRecord, said: string): number | null {
  if (block['is_error'] === true) {
    const code = /^Exit code (\d+)/.exec(said)?.[1];
    return code === undefined ? null : Number(code);
  }
  const details = line['tool_use_result'];
  if (!isRecord(details)) return 0;
  const goesOn = textAt(details, 'backgroundTaskId') !== null;
  // Set where a code other than 0 is no error: grep found nothing, diff found a difference.
  const interpreted = textAt(details, 'returnCodeInterpretation') !== null;
  return goesOn || interpreted || details['interrupted'] === true ? null : 0;
}

function reasonOf(said: string): string {
  const plain = said.replaceAll(/<\/?tool_use_error>/g, '').replace(/^Error: /, '');
  if (/^Permission to use .* has been denied/s.test(plain)) return 'a rule denies it';
  const isHooks = plain.startsWith('PreToolUse:');
  if (!isHooks && /approval/.test(plain))
    return 'it needs approval, and nobody is there to give it';
  return oneLine(plain, REASON_LENGTH);
}

function resultText(block: JsonRecord): string {
  const text = textAt(block, 'content');
  if (text !== null) return text;
  return recordsAt(block, 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}
