import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import { errorClassOf } from '../../../domain/trace/build/error-class.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf, titleOf } from '../reading.ts';
import { takeActivity, takeAgentMessage, takeCollabCall, takeNotification } from './agents.ts';
import { takeCall, takeCommand, takeFileChange, takeOutput, textOfBlocks } from './calls.ts';
import type { Standing, ThreadState } from './thread-state.ts';
import { takeTokenCount, takeUsageRecord } from './usage.ts';

const PASSED_BY =
  /^(?:world_state|inter_agent_communication_metadata|session_meta|ghost_snapshot|history_|context_window|response_item\/(?:additional_tools|reasoning|web_search_call|tool_search_call|tool_search_output|ghost_snapshot|other|image_generation_call)|event_msg\/(?:thread_settings_applied|user_message|agent_message|agent_message_delta|agent_reasoning\w*|exec_command_begin|exec_command_output_delta|patch_apply_begin|item_started|plan_update|turn_diff|thread_name_updated|thread_goal_updated|mcp_\w+|web_search_\w+|view_image_tool_call|background_event|session_configured|deprecation_notice|warning|undo_\w+|entered_review_mode|exited_review_mode|raw_response_item|collab_\w+|hook_\w+|guardian_\w+|skills_\w+|model_\w+)|item\/(?:UserMessage|AgentMessage|Reasoning|Plan|WebSearch|ImageView|ContextCompaction|McpToolCall|EnteredReviewMode|ExitedReviewMode|ImageGeneration|Sleep|HookPrompt))/;

/** Lines whose record need not be made. */
export const isPassedBy = (line: string): boolean =>
  /^\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"(?:world_state|inter_agent_communication_metadata)"/.test(
    line,
  ) ||
  (line.length > 8_000 && /"type":"(?:additional_tools|reasoning)"/.test(line.slice(0, 200)));

/** A record of a thread. `copied`: it is its parent's, at the beginning of a fork. */
export function takeRecord(
  thread: ThreadState,
  standing: Standing,
  record: JsonRecord,
  copied: boolean,
): void {
  const type = textAt(record, 'type') ?? '';
  const payload = recordAt(record, 'payload');
  const inner = textAt(payload, 'type');
  const { builder } = thread.session;
  if (inner === 'token_count') {
    takeTokenCount(thread, standing, payload, copied);
    if (copied) builder.notes.count('repeatedRecords');
    return;
  }
  if (type === 'turn_context') {
    thread.model = textAt(payload, 'model') ?? thread.model;
    thread.cwd = textAt(payload, 'cwd') ?? thread.cwd;
  }
  if (copied) {
    builder.notes.count('repeatedRecords');
    return;
  }
  builder.seen(thread.agent, standing.at, standing.evidence);
  builder.notes.clock(standing.evidence.file, standing.at);
  switch (type) {
    case 'turn_context':
      return;
    case 'token_usage_record':
      takeUsageRecord(thread, standing, payload);
      return;
    case 'response_item':
      takeItem(thread, standing, payload, inner ?? '');
      return;
    case 'event_msg':
      takeEvent(thread, standing, payload, inner ?? '');
      return;
    case 'compacted':
      compacted(thread, standing);
      thread.compacted = true;
      return;
    default:
      unknown(thread, type);
  }
}

function unknown({ session: { builder } }: ThreadState, kind: string): void {
  if (!PASSED_BY.test(kind)) builder.notes.unknownRecord(kind === '' ? '(no type)' : kind);
}

function compacted({ session: { builder }, agent }: ThreadState, standing: Standing): void {
  builder.event({ kind: 'compaction', agent, ...standing, trigger: 'unknown', tokensBefore: null });
}

function takeItem(
  thread: ThreadState,
  standing: Standing,
  payload: JsonRecord,
  inner: string,
): void {
  switch (inner) {
    case 'message':
      takeMessage(thread, standing, payload);
      return;
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      takeCall(thread, standing, payload);
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
      takeOutput(thread, standing, payload);
      return;
    case 'agent_message':
      takeAgentMessage(thread, standing, payload);
      return;
    default:
      unknown(thread, `response_item/${inner}`);
  }
}

/** Texts that the program puts where a person's stand. */
const PROGRAM_TEXT =
  /^\s*<(?:environment_context|turn_aborted|user_instructions|permissions|skills?_instructions|multi_agent|collaboration_mode|model_switch|user_shell_command|apps_instructions|AGENTS)/;

function takeMessage(thread: ThreadState, standing: Standing, payload: JsonRecord): void {
  const { session, agent } = thread;
  const { builder } = session;
  const role = textAt(payload, 'role');
  const text = textOfBlocks(payload);
  if (role === 'assistant') {
    flush(thread);
    thread.pending = saidMessage({ agent, ...standing }, text);
    return;
  }
  if (role !== 'user') return;
  if (text.trimStart().startsWith('<subagent_notification>')) {
    takeNotification(thread, standing, text);
    return;
  }
  if (PROGRAM_TEXT.test(text) || text.startsWith('# AGENTS.md instructions')) return;
  const isRoot = agent === session.root;
  const first = !thread.briefed;
  thread.briefed = true;
  if (isRoot && !session.titled) {
    session.titled = true;
    builder.session({ title: titleOf(text) });
  }
  if (!isRoot && first)
    builder.agent(agent, { brief: briefOf(text, session.hash) }, standing.evidence);
  builder.event({
    kind: 'message',
    what: isRoot ? 'prompt' : first ? 'brief' : 'note',
    agent,
    ...standing,
    from: isRoot ? { kind: 'person' } : giverOf(thread),
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.brief),
    length: text.length,
    call: null,
  });
}

function giverOf({ session, agent }: ThreadState) {
  const [call] = [...session.childOf].find(([, child]) => child === agent) ?? [];
  const parent = call === undefined ? undefined : session.spawns.get(call)?.parent;
  return parent === undefined
    ? ({ kind: 'program' } as const)
    : ({ kind: 'agent', id: parent } as const);
}

/** Tells what the agent said last, if that was not its final answer. */
export function flush(thread: ThreadState): void {
  if (thread.pending !== null) thread.session.builder.event(thread.pending);
  thread.pending = null;
}

function takeEvent(
  thread: ThreadState,
  standing: Standing,
  payload: JsonRecord,
  inner: string,
): void {
  const { session, agent } = thread;
  const { builder } = session;
  switch (inner) {
    case 'task_started':
    case 'turn_started':
      thread.failed = null;
      session.ends.delete(agent);
      builder.agents.turn(agent, standing.at);
      return;
    case 'task_complete':
    case 'turn_complete':
      turnFailed(thread, standing, textAt(recordAt(payload, 'error'), 'message'));
      turnEnded(thread, standing, textAt(payload, 'last_agent_message'));
      return;
    case 'turn_aborted':
      flush(thread);
      builder.agents.turnEnd(agent, standing.at);
      session.ends.set(agent, abortedEnd(textAt(payload, 'reason'), standing));
      return;
    case 'item_completed':
      takeCompleted(thread, standing, recordAt(payload, 'item'), payload);
      return;
    case 'sub_agent_activity':
      takeActivity(thread, standing, payload);
      return;
    case 'context_compacted':
      if (!thread.compacted) compacted(thread, standing);
      thread.compacted = false;
      return;
    case 'error':
    case 'stream_error':
      turnFailed(thread, standing, textAt(payload, 'message') ?? JSON.stringify(payload));
      return;
    case 'patch_apply_end':
    case 'exec_command_end':
      return;
    default:
      unknown(thread, `event_msg/${inner}`);
  }
}

/** A record of its own tells of an error, or (0.171) the record that ends the turn. */
function turnFailed(thread: ThreadState, standing: Standing, text: string | null): void {
  if (text === null) return;
  thread.failed = cut(text, LIMITS.reason);
  const { agent } = thread;
  const error = errorClassOf(text);
  thread.session.builder.event({ kind: 'error', agent, ...standing, error, text: thread.failed });
}

function abortedEnd(reason: string | null, { evidence }: Standing) {
  return { state: 'cancelled', by: 'unknown', reason, evidence } as const;
}

function turnEnded(thread: ThreadState, { at, evidence }: Standing, last: string | null): void {
  const { session, agent, failed } = thread;
  const { builder } = session;
  if (thread.pending !== null && agent === session.root)
    thread.pending = { ...thread.pending, what: 'final', to: { kind: 'person' } };
  flush(thread);
  builder.agents.turnEnd(agent, at);
  session.ends.set(
    agent,
    failed !== null && last === null
      ? { state: 'failed', by: 'system', reason: failed, evidence }
      : { state: 'completed', by: 'itself', reason: null, evidence },
  );
}

function takeCompleted(
  thread: ThreadState,
  standing: Standing,
  item: JsonRecord,
  payload: JsonRecord,
): void {
  const kind = textAt(item, 'type') ?? '';
  switch (kind) {
    case 'CommandExecution':
      takeCommand(thread, standing, item, payload);
      return;
    case 'FileChange':
      takeFileChange(thread, standing, item, payload);
      return;
    case 'SubAgentActivity':
      takeActivity(thread, standing, item);
      return;
    case 'CollabAgentToolCall':
      takeCollabCall(thread, standing, item);
      return;
    default:
      unknown(thread, `item/${kind}`);
  }
}

/** Where a record stands. */
export const standingOf = (record: JsonRecord, evidence: Standing['evidence']): Standing => ({
  at: timeOf(record['timestamp']),
  evidence,
});
