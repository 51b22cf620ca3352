import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { DriverConfig } from './driver-config.ts';
import type { Answer, Rpc, RpcError } from './rpc.ts';

/** The version of the protocol that the driver speaks. */
export const PROTOCOL_VERSION = 1;

/**
 * What the driver says of itself. It offers neither files nor terminals: an agent has its own hands
 * in its workspace, where a boundary holds them. Terminals are asked to be told of, since exit
 * codes come that way.
 */
export const INITIALIZE: JsonRecord = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    _meta: { terminal_output: true },
  },
  clientInfo: { name: 'fanin', title: 'fanin', version: '1' },
};

/** A session that is ready for its first prompt, or why there is none. */
export type Opened =
  | { readonly ok: true; readonly session: string }
  | { readonly ok: false; readonly error: RpcError };

/**
 * Greets the agent and opens a session: in the workspace, in a mode that fits, with the model and
 * the effort that the config names.
 */
export async function openSession(rpc: Rpc, config: DriverConfig): Promise<Opened> {
  const ms = config.answerMs;
  const greeted = await rpc.request('initialize', INITIALIZE, ms);
  if (!greeted.ok) return greeted;
  const version = greeted.result['protocolVersion'];
  if (version !== PROTOCOL_VERSION)
    return mistake(`it speaks version ${String(version)} of the protocol, not ${PROTOCOL_VERSION}`);
  const opened = await rpc.request('session/new', newSession(config), ms);
  if (!opened.ok) return opened;
  const session = textAt(opened.result, 'sessionId');
  if (session === null) return mistake('it opened a session without an id');
  for (const { method, params } of settings(opened.result, config)) {
    if (params === null) return mistake(method);
    const set = await rpc.request(method, { sessionId: session, ...params }, ms);
    if (!set.ok) return set;
  }
  return { ok: true, session };
}

const newSession = ({ workspace, mayDelegate }: DriverConfig): JsonRecord => ({
  cwd: workspace,
  mcpServers: [],
  ...(mayDelegate ? {} : { _meta: WITHOUT_SUB_AGENTS }),
});

/** claude-agent-acp hears this; whoever does not know it passes over it. */
const WITHOUT_SUB_AGENTS: JsonRecord = {
  claudeCode: {
    options: { disallowedTools: ['Agent', 'Task', 'Workflow', 'Skill', 'SendMessage'] },
  },
};

/** A request that sets something; without `params` it cannot be set, and `method` says why. */
interface Setting {
  readonly method: string;
  readonly params: JsonRecord | null;
}

function settings(session: JsonRecord, config: DriverConfig): readonly Setting[] {
  const { model, effort } = config;
  return [
    ...modeSetting(session, config.boundary),
    ...(model === null ? [] : [modelSetting(session, model)]),
    ...(effort === null ? [] : [optionSetting(session, 'thought_level', 'effort', effort)]),
  ];
}

/** Modes that ask for nothing: for a place where the kernel holds the agent. */
const OPEN_MODES = ['bypassPermissions', 'yolo', 'full-access'] as const;
/** Modes that ask whenever something may be asked: the driver answers. */
const ASKING_MODES = ['default', 'ask', 'manual'] as const;

/** An agent without modes of these names stays in its own, which may be another kind of mode. */
function modeSetting(session: JsonRecord, boundary: boolean): readonly Setting[] {
  const modes = recordsAt(recordAt(session, 'modes'), 'availableModes').map((each) =>
    textAt(each, 'id'),
  );
  const wanted = (boundary ? OPEN_MODES : ASKING_MODES).find((mode) => modes.includes(mode));
  return wanted === undefined ? [] : [{ method: 'session/set_mode', params: { modeId: wanted } }];
}

function modelSetting(session: JsonRecord, model: string): Setting {
  // Before models were options of a session they were a list of their own.
  const models = recordsAt(recordAt(session, 'models'), 'availableModels');
  if (models.some((each) => textAt(each, 'modelId') === model))
    return { method: 'session/set_model', params: { modelId: model } };
  return optionSetting(session, 'model', 'model', model);
}

function optionSetting(
  session: JsonRecord,
  category: string,
  what: string,
  value: string,
): Setting {
  const option = recordsAt(session, 'configOptions').find(
    (each) => textAt(each, 'category') === category,
  );
  const configId = textAt(option ?? {}, 'id');
  const values = recordsAt(option ?? {}, 'options')
    // Options may be in groups.
    .flatMap((each) => ('options' in each ? recordsAt(each, 'options') : [each]))
    .flatMap((each) => textAt(each, 'value') ?? []);
  if (configId === null || !values.includes(value)) {
    const known = values.length === 0 ? 'it lets none be chosen' : `it knows ${values.join(', ')}`;
    return { method: `it has no ${what} "${value}": ${known}`, params: null };
  }
  return { method: 'session/set_config_option', params: { configId, value } };
}

const mistake = (message: string): Extract<Answer, { ok: false }> => ({
  ok: false,
  error: { code: null, message, data: {} },
});
