import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';
import { makePermits } from './permits.ts';
import { makeSpeech } from './speech.ts';
import { parentOf } from './tool-call.ts';
import { makeToolLog, type Sitting } from './tool-log.ts';
import { makeUsageMeter } from './usage.ts';

/**
 * A decoder of what an ACP agent writes, with the driver's lines in it: `{"sent": …}` is what it
 * was told, `{"fanin": …}` a fact that the driver knows, `{"over": true}` the end.
 */
export function makeDecoder(): AgentDecoder {
  const state: State = {
    session: null,
    sitting: { cwd: null, mayDelegate: true },
    cost: null,
    speech: makeSpeech(),
    permits: makePermits(),
    tools: makeToolLog(),
    usage: makeUsageMeter(),
  };
  return recordDecoder((record) => decode(state, record));
}

interface State {
  session: string | null;
  sitting: Sitting;
  /** What the agent says the session has cost, in USD. */
  cost: number | null;
  readonly speech: ReturnType<typeof makeSpeech>;
  readonly permits: ReturnType<typeof makePermits>;
  readonly tools: ReturnType<typeof makeToolLog>;
  readonly usage: ReturnType<typeof makeUsageMeter>;
}

function decode(state: State, record: JsonRecord): readonly AgentFact[] {
  if ('sent' in record) return sent(state, recordAt(record, 'sent'));
  if (record['over'] === true) return [...state.speech.end(), ...state.tools.end()];
  const method = textAt(record, 'method');
  if (method === 'session/update') return updated(state, recordAt(record, 'params'));
  if (method === 'session/request_permission') state.permits.asked(record);
  // The driver answers requests, and tells what became of them.
  if (method !== null) return [];
  if (isRecord(record['result'])) return answered(state, record['result']);
  if ('error' in record || 'result' in record) return state.speech.end();
  return [{ kind: 'unknown', what: 'a record that is no message of JSON-RPC' }];
}

function sent(state: State, message: JsonRecord): readonly AgentFact[] {
  const refused = state.permits.refusedBy(message);
  if (refused !== null) state.tools.refused(refused);
  const params = recordAt(message, 'params');
  if (textAt(message, 'method') === 'session/new')
    state.sitting = { cwd: textAt(params, 'cwd'), mayDelegate: !('_meta' in params) };
  return [];
}

function updated(state: State, params: JsonRecord): readonly AgentFact[] {
  const update = recordAt(params, 'update');
  // Sub-agents may speak in the same session or in one of their own; either is not its last word.
  const own = textAt(params, 'sessionId') === state.session && parentOf(update) === null;
  const kind = textAt(update, 'sessionUpdate');
  switch (kind) {
    case 'agent_message_chunk':
      return own ? state.speech.piece(update) : [];
    case 'tool_call':
    case 'tool_call_update':
      return [...(own ? state.speech.end() : []), ...state.tools.take(update, state.sitting)];
    case 'user_message_chunk':
      return state.speech.end();
    case 'usage_update':
      state.cost = costOf(update) ?? state.cost;
      return [];
    case 'config_option_update':
      return modelOf(update);
    case 'agent_thought_chunk':
    case 'plan':
    case 'available_commands_update':
    case 'current_mode_update':
    case 'session_info_update':
    case 'notice':
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return [];
    default:
      // A name with an underscore is an extension of the agent's own.
      return kind?.startsWith('_') === true
        ? []
        : [{ kind: 'unknown', what: `session/update ${kind ?? 'of no kind'}`.slice(0, 80) }];
  }
}

function answered(state: State, result: JsonRecord): readonly AgentFact[] {
  const said = state.speech.end();
  const version = textAt(recordAt(result, 'agentInfo'), 'version');
  if (version !== null) return [...said, { kind: 'identity', version, model: null, session: null }];
  const stopReason = textAt(result, 'stopReason');
  if (stopReason !== null) return [...said, ...turnEnded(state, result, stopReason)];
  const session = textAt(result, 'sessionId');
  if (session === null) return [...said, ...modelOf(result)];
  state.session = session;
  return [...said, { kind: 'identity', version: null, model: null, session }, ...modelOf(result)];
}

function turnEnded(state: State, result: JsonRecord, stopReason: string): readonly AgentFact[] {
  const usage = state.usage.turn(result);
  // The driver had it end, and goes on with it or stops it.
  if (stopReason === 'cancelled') return usage;
  const failed = stopReason !== 'end_turn';
  return [...usage, { kind: 'result', text: '', failed, costUsd: state.cost }];
}

/** Zero is said of models whose price is not known, too. */
function costOf(update: JsonRecord): number | null {
  const cost = recordAt(update, 'cost');
  const amount = cost['amount'];
  const isCost = typeof amount === 'number' && amount > 0;
  return isCost && textAt(cost, 'currency') === 'USD' ? amount : null;
}

/** The model of the session, as its options or its list of models name it. */
function modelOf(record: JsonRecord): readonly AgentFact[] {
  const option = recordsAt(record, 'configOptions').find(
    (each) => textAt(each, 'category') === 'model',
  );
  const model =
    textAt(option ?? {}, 'currentValue') ?? textAt(recordAt(record, 'models'), 'currentModelId');
  return model === null ? [] : [{ kind: 'identity', version: null, model, session: null }];
}
