import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { errorClassOf } from '../../../domain/trace/build/error-class.ts';
import type { ModelRequest } from '../../../domain/trace/event.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { SessionState, Standing } from './session-state.ts';
import { useOf } from './tools.ts';
import { answerTokens } from './usage.ts';

/** A record of an answer: one block of it, with the usage of all. */
export function takeAnswer(state: SessionState, standing: Standing, record: JsonRecord): void {
  const message = recordAt(record, 'message');
  const model = textAt(message, 'model');
  const blocks = recordsAt(message, 'content');
  if (model === '<synthetic>') {
    takeSynthetic(state, standing, record, blocks);
    return;
  }
  const stop = textAt(message, 'stop_reason');
  takeUsage(state, standing, record, { message, model, stop });
  for (const block of blocks) {
    if (textAt(block, 'type') === 'tool_use') takeCall(state, standing, block);
    else if (textAt(block, 'type') === 'text')
      takeText(state, standing, textAt(block, 'text') ?? '', stop);
  }
  const ended = stop !== null && stop !== 'tool_use' && stop !== 'pause_turn';
  state.last.set(standing.agent, {
    state: ended ? 'ended' : 'open',
    at: standing.at,
    text: null,
    evidence: standing.evidence,
  });
}

/** The program's own words in the place of an answer: an error of the API, mostly. */
function takeSynthetic(
  state: SessionState,
  { agent, at, evidence }: Standing,
  record: JsonRecord,
  blocks: readonly JsonRecord[],
): void {
  const text = blocks.map((block) => textAt(block, 'text') ?? '').join('\n');
  if (record['isApiErrorMessage'] !== true) return;
  const status = record['apiErrorStatus'];
  state.builder.event({
    kind: 'error',
    agent,
    at,
    evidence,
    error: errorClassOf(status === 429 ? `429 ${text}` : `${text} api error`),
    text: cut(text, LIMITS.reason),
  });
  state.last.set(agent, { state: 'api-error', at, text: cut(text, LIMITS.reason), evidence });
}

interface Answered {
  readonly message: JsonRecord;
  readonly model: string | null;
  readonly stop: string | null;
}

function takeUsage(
  state: SessionState,
  { agent, at, evidence }: Standing,
  record: JsonRecord,
  { message, model, stop }: Answered,
): void {
  const usage = message['usage'];
  if (typeof usage !== 'object' || usage === null) return;
  state.answered = '';
  const tokens = answerTokens(recordAt(message, 'usage'), textAt(record, 'promptCacheRequested'));
  const id = textAt(message, 'id') ?? textAt(record, 'requestId') ?? textAt(record, 'uuid');
  // Two files may hold one message (copied histories): the first one that has it owns it.
  state.builder.request(id ?? `${evidence.file}:${evidence.line}`, {
    agent,
    at,
    evidence,
    model,
    usage: tokens,
    of: 'request',
    stop: stopOf(stop),
  });
}

function stopOf(stop: string | null): ModelRequest['stop'] {
  switch (stop) {
    case 'end_turn':
    case 'stop_sequence':
    case 'refusal':
      return 'end';
    case 'tool_use':
    case 'pause_turn':
      return 'tools';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    default:
      return 'unknown';
  }
}

function takeCall(state: SessionState, standing: Standing, block: JsonRecord): void {
  const { agent, at, cwd, evidence } = standing;
  const id = textAt(block, 'id') ?? '';
  const name = textAt(block, 'name') ?? '';
  const use = useOf(name, recordAt(block, 'input'));
  state.toolOf.set(id, name);
  if (use.kind === 'delegate')
    state.delegations.set(id, {
      parent: agent,
      name: use.name,
      briefHash: use.brief === null ? null : state.hash(use.brief),
      at,
      evidence,
    });
  if (use.kind === 'stop' && use.target !== null && state.builder.agents.has(use.target))
    state.stopped.set(use.target, evidence);
  if (use.kind === 'shell' && state.builder.wantsOutput(use.command, cwd)) state.outputs.add(id);
  state.builder.call({ id, agent, at, name, use, cwd, evidence });
}

function takeText(
  { builder, session }: SessionState,
  { agent, at, evidence }: Standing,
  text: string,
  stop: string | null,
): void {
  if (text === '') return;
  const final = agent === session && stop === 'end_turn';
  builder.event(saidMessage({ agent, at, evidence }, text, final));
}
