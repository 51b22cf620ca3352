import type { AgentDecoder, AgentFact } from '../../../ports/agent.ts';
import { isRecord, recordAt, recordsAt, textAt } from '../../../domain/json-record.ts';
import type { JsonRecord } from '../../../domain/json-record.ts';
import { recordDecoder } from '../record-decoder.ts';
import { itemCompleted, itemStarted } from './items.ts';
import { NOT_WANTED } from './manifest.ts';
import { followSubAgents, type SubAgents } from './sub-agents.ts';
import { troubleOf } from './trouble.ts';
import { makeUsageMeter, type UsageMeter } from './usage-meter.ts';

interface State {
  readonly meter: UsageMeter;
  readonly subAgents: SubAgents;
  /** The session's own thread. */
  root: string | null;
  cwd: string | null;
}

/** A decoder of what `codex app-server` writes, and of its driver's facts between. */
export function makeDecoder(): AgentDecoder {
  const state: State = {
    meter: makeUsageMeter(),
    subAgents: followSubAgents(),
    root: null,
    cwd: null,
  };
  return recordDecoder((record) => decode(state, record));
}

function decode(state: State, record: JsonRecord): readonly AgentFact[] {
  const method = textAt(record, 'method');
  const params = recordAt(record, 'params');
  if (method === null)
    return 'id' in record ? answered(state, recordAt(record, 'result')) : unknown('no method');
  // Nobody is there to be asked: the driver says no.
  if ('id' in record) return [{ kind: 'refused', text: `${method} ${asked(params)}`.trim() }];
  return [...state.subAgents.feed(method, params), ...notified(state, method, params)];
}

/** Of the answers to the driver, that which names the thread tells who is at work. */
function answered(state: State, result: JsonRecord): readonly AgentFact[] {
  const thread = recordAt(result, 'thread');
  const id = textAt(thread, 'id');
  if (id === null || state.root !== null) return [];
  const model = textAt(result, 'model');
  state.root = id;
  state.cwd = textAt(result, 'cwd');
  state.subAgents.root(id);
  if (model !== null) state.meter.models(id, model);
  return [{ kind: 'identity', version: textAt(thread, 'cliVersion'), model, session: id }];
}

function notified(state: State, method: string, params: JsonRecord): readonly AgentFact[] {
  const thread = textAt(params, 'threadId');
  const speaks = thread !== null && thread === state.root;
  switch (method) {
    case 'item/started':
      noteModel(state, recordAt(params, 'item'));
      return itemStarted(recordAt(params, 'item'), state.cwd);
    case 'item/completed':
      noteModel(state, recordAt(params, 'item'));
      return itemCompleted(recordAt(params, 'item'), { cwd: state.cwd, speaks });
    case 'thread/tokenUsage/updated':
      return state.meter.updated(params, state.root);
    case 'turn/completed':
      return speaks ? turnEnded(recordAt(params, 'turn')) : [];
    case 'error':
      // The last word of the session's own turn is told with its end.
      return speaks && params['willRetry'] !== true ? [] : [trouble(params, false)];
    case 'model/rerouted': {
      const model = textAt(params, 'toModel') ?? textAt(params, 'model');
      if (thread !== null && model !== null) state.meter.models(thread, model);
      return [];
    }
    default:
      return PASSED_OVER.has(method) ? [] : unknown(method);
  }
}

/** A sub-agent's model is told where it is made. */
function noteModel(state: State, item: JsonRecord): void {
  const model = textAt(item, 'model');
  const made = [item['agentThreadId'], item['receiverThreadIds']].flat();
  if (model === null || model === '') return;
  for (const thread of made) if (typeof thread === 'string') state.meter.models(thread, model);
}

function turnEnded(turn: JsonRecord): readonly AgentFact[] {
  const failed = textAt(turn, 'status') !== 'completed';
  const last = recordsAt(turn, 'items').findLast((item) => textAt(item, 'type') === 'agentMessage');
  const text = last === undefined ? '' : (textAt(last, 'text') ?? '');
  return [
    ...(isRecord(turn['error']) ? [trouble(turn, true)] : []),
    { kind: 'result', text, failed, costUsd: null },
  ];
}

const trouble = (told: JsonRecord, fatal: boolean): AgentFact => ({
  kind: 'trouble',
  ...troubleOf(recordAt(told, 'error')),
  fatal,
});

const asked = (params: JsonRecord): string =>
  textAt(params, 'command') ?? textAt(params, 'reason') ?? textAt(params, 'message') ?? '';

const unknown = (what: string): readonly AgentFact[] => [
  { kind: 'unknown', what: what.slice(0, 80) },
];

/** Notifications that are known and tell nothing that a receipt holds. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  ...NOT_WANTED,
  'account/updated',
  'app/list/updated',
  'configWarning',
  'deprecationNotice',
  'guardianWarning',
  'hook/completed',
  'hook/started',
  'item/autoApprovalReview/completed',
  'item/autoApprovalReview/started',
  'mcpServer/startupStatus/updated',
  'model/safetyBuffering/updated',
  'model/verification',
  'modelProvider/authRecoveryCompleted',
  'modelProvider/authRecoveryStarted',
  'process/exited',
  'project/changed',
  'rawResponse/completed',
  'rawResponseItem/completed',
  'remoteControl/status/changed',
  'serverRequest/resolved',
  'skills/changed',
  'thread/closed',
  'thread/compacted',
  'thread/environment/connected',
  'thread/environment/disconnected',
  'thread/goal/cleared',
  'thread/goal/updated',
  'thread/name/updated',
  'thread/prediction/updated',
  'thread/project/updated',
  'thread/queue/changed',
  'thread/readState/changed',
  'thread/settings/updated',
  'thread/started',
  'thread/status/changed',
  'turn/moderationMetadata',
  'turn/plan/updated',
  'turn/started',
  'warning',
]);
