import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';
import { oneLine } from '../tool-words.ts';
import { makeSubAgentLog, type SubAgentLog } from './sub-agents.ts';
import { makeToolLog, type ToolLog } from './tool-log.ts';
import { troubleOf, type ClaudeTrouble } from './trouble.ts';
import { makeUsageMeter, type Reading, type UsageMeter } from './usage-meter.ts';

interface State {
  readonly meter: UsageMeter;
  readonly tools: ToolLog;
  readonly subAgents: SubAgentLog;
  /** The folder the session says it works in. */
  cwd: string | null;
  /** What the main agent's last answer failed of; null once there is another. */
  failure: ClaudeTrouble | null;
}

/** A decoder of `--output-format stream-json`, and of what the driver adds to it. */
export function makeDecoder(): AgentDecoder {
  const state: State = {
    meter: makeUsageMeter(),
    tools: makeToolLog(),
    subAgents: makeSubAgentLog(),
    cwd: null,
    failure: null,
  };
  return recordDecoder((record) => decode(state, record));
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

/**
 * Types and kinds of system record that are known and tell nothing that a receipt holds. What the
 * CLI asks its driver, and what became of messages, the driver tells in its own words.
 */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'command_lifecycle',
  'control_cancel_request',
  'control_request',
  'control_response',
  'rate_limit_event',
  'stream_event',
  'tool_progress',
  'tool_use_summary',
]);
const SYSTEM_PASSED_OVER: ReadonlySet<string> = new Set([
  'background_tasks_changed',
  'compact_boundary',
  'hook_progress',
  'hook_response',
  'hook_started',
  'session_state_changed',
  'status',
  'thinking_tokens',
  'vcs_state_changed',
]);

function system(state: State, record: JsonRecord): readonly AgentFact[] {
  const subtype = textAt(record, 'subtype');
  switch (subtype) {
    case 'init':
      state.cwd = textAt(record, 'cwd') ?? state.cwd;
      return [identity(record)];
    case 'permission_denied':
      return state.tools.refused(record, state.cwd);
    case 'task_started':
      return state.subAgents.started(record);
    case 'task_updated':
    case 'task_notification':
      return state.subAgents.changed(record);
    case 'task_progress':
      return state.subAgents.progressed(record);
    case 'api_retry':
      return [trouble(troubleOf(record, retryText(record)))];
    default:
      return subtype !== null && SYSTEM_PASSED_OVER.has(subtype)
        ? []
        : unknown(`system/${subtype ?? 'no subtype'}`);
  }
}

const identity = (record: JsonRecord): AgentFact => ({
  kind: 'identity',
  version: textAt(record, 'claude_code_version'),
  model: textAt(record, 'model'),
  session: textAt(record, 'session_id'),
});

/** What goes wrong is fatal only if it is the last word; the driver, who sees the end, says so. */
const trouble = (found: ClaudeTrouble): AgentFact => ({ kind: 'trouble', ...found, fatal: false });

function retryText(record: JsonRecord): string {
  const count = (key: string): string => {
    const value = record[key];
    return typeof value === 'number' ? String(value) : '?';
  };
  const status = record['error_status'] === null ? 'no answer' : count('error_status');
  const why = `${status}, ${oneLine(textAt(record, 'error') ?? 'unknown', 60)}`;
  return `tries again (${count('attempt')} of ${count('max_retries')}) after: ${why}`;
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
  return [...facts, ...failedAnswer(state, record, speaks)];
}

/** The CLI puts a message of its own where an answer should be. The main agent's is told by its result. */
function failedAnswer(state: State, record: JsonRecord, speaks: boolean): readonly AgentFact[] {
  const failed = textAt(record, 'error') !== null || record['is_api_error_message'] === true;
  const content = recordsAt(recordAt(record, 'message'), 'content');
  const found = failed ? troubleOf(record, textAt(content[0] ?? {}, 'text') ?? '') : null;
  if (speaks) state.failure = found;
  return speaks || found === null ? [] : [trouble(found)];
}

function result(state: State, record: JsonRecord): readonly AgentFact[] {
  const cost = record['total_cost_usd'];
  const subtype = textAt(record, 'subtype');
  const failed = record['is_error'] === true || subtype !== 'success';
  const text = textAt(record, 'result') ?? '';
  const told =
    state.failure ?? (subtype === INTERRUPTED ? null : troubleOf(record, text || (subtype ?? '')));
  state.failure = null;
  return [
    ...usage(state.meter.settled(record['modelUsage'])),
    ...recordsAt(record, 'permission_denials').flatMap((denial) =>
      state.tools.refused(denial, state.cwd),
    ),
    ...(failed && told !== null ? [trouble(told)] : []),
    {
      kind: 'result',
      text,
      failed,
      costUsd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : null,
    },
  ];
}

/** A turn that somebody ended. */
const INTERRUPTED = 'error_during_execution';

function usage(reading: Reading | null): readonly AgentFact[] {
  if (reading === null) return [];
  const { usage: tokens, models } = reading;
  return models === null
    ? [{ kind: 'usage', usage: tokens, lowerBound: true }]
    : [{ kind: 'usage', usage: tokens, models }];
}

function unknown(what: string): readonly AgentFact[] {
  return [{ kind: 'unknown', what: oneLine(what, 80) }];
}
