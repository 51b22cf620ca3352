import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import {
  countAt,
  isRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import { errorClassOf } from '../../../domain/trace/build/error-class.ts';
import type { ModelRequest } from '../../../domain/trace/event.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { timeOf, titleOf } from '../reading.ts';
import type { MessageRow, PartRow } from './rows.ts';
import type { AgentState } from './state.ts';
import { takeToolPart } from './tool-parts.ts';

/** opencode's input is without the cache's part, its output without the reasoning. */
export function tokensOf(tokens: JsonRecord): TokenUsage {
  const cache = recordAt(tokens, 'cache');
  const reasoning = countAt(tokens, 'reasoning');
  return {
    input: countAt(tokens, 'input'),
    cacheRead: countAt(cache, 'read'),
    cacheWrite: countAt(cache, 'write'),
    output: countAt(tokens, 'output') + reasoning,
    ...(reasoning === 0 ? {} : { reasoning }),
  };
}

/** A message with its parts. */
export function takeMessage(state: AgentState, message: MessageRow): void {
  const { session, agent } = state;
  const { builder, file } = session;
  const evidence: Evidence = { file, line: null, record: message.id };
  const time = recordAt(message.data, 'time');
  const at = timeOf(time['created']);
  builder.seen(agent, at, evidence);
  switch (textAt(message.data, 'role')) {
    case 'user':
      takePrompt(state, message, at, evidence);
      return;
    case 'assistant':
      takeAnswer(state, message, at, evidence);
      return;
    default:
      builder.notes.unknownRecord(`message ${textAt(message.data, 'role') ?? '(no role)'}`);
  }
}

function takePrompt(
  state: AgentState,
  { parts }: MessageRow,
  at: number | null,
  evidence: Evidence,
): void {
  const { session, agent } = state;
  const { builder, root } = session;
  builder.agents.turn(agent, at);
  session.ends.delete(agent);
  const text = parts
    .filter(({ data }) => textAt(data, 'type') === 'text' && data['synthetic'] !== true)
    .map(({ data }) => textAt(data, 'text') ?? '')
    .join('\n');
  const isRoot = agent === root;
  const first = !state.briefed;
  state.briefed = true;
  if (isRoot && !session.titled) {
    session.titled = true;
    const title = titleOf(text);
    if (title !== null) builder.session({ title });
  }
  if (!isRoot && first) builder.agent(agent, { brief: briefOf(text, session.hash) }, evidence);
  const parent = session.parentOf.get(agent);
  builder.event({
    kind: 'message',
    what: isRoot ? 'prompt' : first ? 'brief' : 'note',
    agent,
    at,
    evidence,
    from: isRoot
      ? { kind: 'person' }
      : parent === undefined
        ? { kind: 'program' }
        : { kind: 'agent', id: parent },
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.brief),
    length: text.length,
    call: null,
  });
  for (const part of parts) noticePart(state, part);
}

function takeAnswer(
  state: AgentState,
  message: MessageRow,
  at: number | null,
  evidence: Evidence,
): void {
  const { session, agent } = state;
  const { builder } = session;
  const { data } = message;
  const completed = timeOf(recordAt(data, 'time')['completed']);
  const finish = textAt(data, 'finish');
  builder.seen(agent, completed, evidence);
  const usage = tokensOf(recordAt(data, 'tokens'));
  if (usage.input + usage.cacheRead + usage.cacheWrite + usage.output > 0)
    builder.request(message.id, {
      agent,
      at,
      evidence,
      model: textAt(data, 'modelID'),
      usage,
      of: 'request',
      stop: stopOf(finish),
    });
  if (data['summary'] === true)
    builder.event({ kind: 'compaction', agent, at, evidence, trigger: 'auto', tokensBefore: null });
  for (const part of message.parts) takePart(state, part, finish);
  const ended = completed !== null && finish !== null && finish !== 'tool-calls';
  if (ended) builder.agents.turnEnd(agent, completed);
  if (ended) session.ends.set(agent, { state: 'completed', by: 'itself', reason: null, evidence });
  else session.ends.delete(agent);
  if (isRecord(data['error']))
    takeError(state, recordAt(data, 'error'), { at: completed ?? at, evidence });
}

function stopOf(finish: string | null): ModelRequest['stop'] {
  switch (finish) {
    case 'stop':
      return 'end';
    case 'tool-calls':
      return 'tools';
    case 'length':
      return 'length';
    default:
      return 'unknown';
  }
}

function takeError(
  { session, agent }: AgentState,
  error: JsonRecord,
  { at, evidence }: { readonly at: number | null; readonly evidence: Evidence },
): void {
  const name = textAt(error, 'name') ?? '';
  const text = textAt(recordAt(error, 'data'), 'message') ?? name;
  const aborted = /Aborted/.test(name);
  session.builder.event({
    kind: 'error',
    agent,
    at,
    evidence,
    error: aborted ? 'interrupted' : errorClassOf(`${text} ${name}`),
    text: cut(text, LIMITS.reason),
  });
  session.builder.agents.turnEnd(agent, at);
  session.ends.set(agent, {
    state: aborted ? 'cancelled' : 'failed',
    by: aborted ? (agent === session.root ? 'person' : 'unknown') : 'system',
    reason: cut(text, LIMITS.reason),
    evidence,
  });
}

/** Kinds of part that tell nothing a trace has. Patches name the files of all agents at work, not of this one alone. */
const PASSED_BY = new Set([
  'step-start',
  'step-finish',
  'patch',
  'snapshot',
  'reasoning',
  'file',
  'agent',
  'retry',
  'subtask',
]);

function noticePart({ session, agent }: AgentState, part: PartRow): void {
  const { builder, file } = session;
  const evidence: Evidence = { file, line: null, record: part.id };
  builder.seen(agent, part.created, evidence);
  builder.seen(agent, part.updated, evidence);
}

function takePart(state: AgentState, part: PartRow, finish: string | null): void {
  const { session, agent } = state;
  const { builder, file, root } = session;
  noticePart(state, part);
  const type = textAt(part.data, 'type') ?? '';
  const evidence: Evidence = { file, line: null, record: part.id };
  if (type === 'tool') takeToolPart(state, part, evidence);
  else if (type === 'compaction')
    builder.event({
      kind: 'compaction',
      agent,
      at: part.created,
      evidence,
      trigger: part.data['auto'] === false ? 'manual' : 'auto',
      tokensBefore: null,
    });
  else if (type === 'text') {
    const text = textAt(part.data, 'text') ?? '';
    const final = agent === root && finish === 'stop';
    if (text !== '') builder.event(saidMessage({ agent, at: part.created, evidence }, text, final));
  } else if (!PASSED_BY.has(type))
    builder.notes.unknownRecord(`part ${type === '' ? '(no type)' : type}`);
}
