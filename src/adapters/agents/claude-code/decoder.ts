import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { parseRecord, recordAt, recordsAt, textAt, type JsonRecord } from './record.ts';
import { makeToolLog, type ToolLog } from './tool-log.ts';
import { oneLine } from './tool-text.ts';
import { makeUsageMeter, type Reading, type UsageMeter } from './usage-meter.ts';

interface State {
  readonly meter: UsageMeter;
  readonly tools: ToolLog;
  /** The folder the session says it works in. */
  cwd: string | null;
}

/** A decoder of `--output-format stream-json`. */
export function makeDecoder(): AgentDecoder {
  const state: State = { meter: makeUsageMeter(), tools: makeToolLog(), cwd: null };
  return {
    feed(line) {
      if (line.trim() === '') return [];
      const record = parseRecord(line);
      if (record === null) return [{ kind: 'unknown', what: 'a line that is no JSON object' }];
      return decode(state, record);
    },
  };
}

function decode(state: State, record: JsonRecord): readonly AgentFact[] {
  const type = textAt(record, 'type');
  switch (type) {
    case 'system':
      return system(state, record);
    case 'assistant':
      return assistant(state, record);
    case 'user':
      return state.tools.returned(record);
    case 'result':
      return result(state, record);
    default:
      return type !== null && PASSED_OVER.has(type) ? [] : unknown(type ?? 'no type');
  }
}

/** Types and kinds of system record that are known and tell nothing that a receipt holds. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'rate_limit_event',
  'stream_event',
  'tool_progress',
  'tool_use_summary',
]);
const SYSTEM_PASSED_OVER: ReadonlySet<string> = new Set([
  'api_retry',
  'background_tasks_changed',
  'compact_boundary',
  'hook_progress',
  'hook_response',
  'hook_started',
  'status',
  'task_notification',
  'task_progress',
  'task_updated',
  'thinking_tokens',
  'vcs_state_changed',
]);

function system(state: State, record: JsonRecord): readonly AgentFact[] {
  const subtype = textAt(record, 'subtype');
  switch (subtype) {
    case 'init':
      state.cwd = textAt(record, 'cwd') ?? state.cwd;
      return [
        {
          kind: 'identity',
          version: textAt(record, 'claude_code_version'),
          model: textAt(record, 'model'),
          session: textAt(record, 'session_id'),
        },
      ];
    case 'permission_denied':
      return state.tools.refused(record, state.cwd);
    case 'task_started':
      return textAt(record, 'task_type') === 'local_agent' ? [subAgent(record)] : [];
    default:
      return subtype !== null && SYSTEM_PASSED_OVER.has(subtype)
        ? []
        : unknown(`system/${subtype ?? 'no subtype'}`);
  }
}

/** A sub-agent that starts although delegation is off has to be seen. */
function subAgent(record: JsonRecord): AgentFact {
  return { kind: 'tool', text: `sub-agent ${oneLine(textAt(record, 'description') ?? '', 100)}` };
}

function assistant(state: State, record: JsonRecord): readonly AgentFact[] {
  const message = recordAt(record, 'message');
  const facts: AgentFact[] = [...usage(state.meter.answered(message))];
  // Sub-agents work for the attempt, but they do not speak for it.
  const speaks = textAt(record, 'parent_tool_use_id') === null;
  for (const block of recordsAt(message, 'content')) {
    const type = textAt(block, 'type');
    if (type === 'tool_use') facts.push(state.tools.called(block, state.cwd));
    const text = type === 'text' && speaks ? textAt(block, 'text') : null;
    if (text !== null && text.trim() !== '') facts.push({ kind: 'said', text });
  }
  return facts;
}

function result(state: State, record: JsonRecord): readonly AgentFact[] {
  const cost = record['total_cost_usd'];
  const failed = record['is_error'] === true || textAt(record, 'subtype') !== 'success';
  return [
    ...usage(state.meter.settled(record['modelUsage'])),
    ...recordsAt(record, 'permission_denials').flatMap((denial) =>
      state.tools.refused(denial, state.cwd),
    ),
    {
      kind: 'result',
      text: textAt(record, 'result') ?? '',
      failed,
      costUsd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : null,
    },
  ];
}

function usage(reading: Reading | null): readonly AgentFact[] {
  if (reading === null) return [];
  const fact = { kind: 'usage', usage: reading.usage } as const;
  return reading.exact ? [fact] : [{ ...fact, lowerBound: true }];
}

function unknown(what: string): readonly AgentFact[] {
  return [{ kind: 'unknown', what: oneLine(what, 80) }];
}
