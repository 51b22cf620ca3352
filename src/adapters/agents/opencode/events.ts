import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import {
  countAt,
  parseRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { oneLine } from '../tool-words.ts';
import { makeToolLog, type ToolLog } from './tool-log.ts';
import { isAborted, troubleOf, troubleOfWords } from './trouble.ts';

type TroubleFact = Extract<AgentFact, { kind: 'trouble' }>;

/** Reads what the witness wrote down, over all legs. */
export interface EventReader {
  /** Facts in a line. Never throws. */
  feed(line: string): readonly AgentFact[];
  /** Ends of sub-agents that were not told: those of a session that was killed. */
  leftOver(): readonly AgentFact[];
  /** The main session, once its first prompt is kept: from then on it can be gone on with. */
  readonly session: string | null;
  /** The main session's last word where that is an error. */
  readonly failure: TroubleFact | null;
  /** Why the main session's last answer ended: `stop`, `tool-calls`, …; null: there was none. */
  readonly finish: string | null;
  /** Whether anything was written down at all. */
  readonly heard: boolean;
}

interface State {
  readonly tools: ToolLog;
  /** The main session and its sub-agents, by id, with their names. */
  readonly names: Map<string, string>;
  /** The model of a message, as its provider names it. */
  readonly models: Map<string, string | null>;
  readonly counted: Set<string>;
  readonly running: Set<string>;
  root: string | null;
  begun: boolean;
  failure: TroubleFact | null;
  finish: string | null;
  identified: boolean;
}

/** A reader of sessions that work in `cwd`. */
export function makeEventReader(cwd: string): EventReader {
  const state: State = {
    tools: makeToolLog(cwd),
    names: new Map(),
    models: new Map(),
    counted: new Set(),
    running: new Set(),
    root: null,
    begun: false,
    failure: null,
    finish: null,
    identified: false,
  };
  let heard = false;
  return {
    feed(line) {
      const event = parseRecord(line);
      if (event === null) return [];
      heard = true;
      return read(state, event);
    },
    leftOver: () => [...state.running].flatMap((id) => ended(state, id)),
    get session() {
      return state.begun ? state.root : null;
    },
    get failure() {
      return state.failure;
    },
    get finish() {
      return state.finish;
    },
    get heard() {
      return heard;
    },
  };
}

function read(state: State, event: JsonRecord): readonly AgentFact[] {
  const properties = recordAt(event, 'properties');
  const type = textAt(event, 'type');
  if (type === 'session.created') return created(state, recordAt(properties, 'info'));
  const session = textAt(properties, 'sessionID') ?? '';
  // Another session of the same folder is none of this attempt's.
  if (!state.names.has(session)) return [];
  switch (type) {
    case 'session.status':
      return status(state, session, recordAt(properties, 'status'));
    case 'session.error':
      return failed(state, session, recordAt(properties, 'error'));
    case 'message.updated':
      return message(state, session, recordAt(properties, 'info'));
    case 'message.part.updated':
      return part(state, session, recordAt(properties, 'part'));
    default:
      return [];
  }
}

function created(state: State, info: JsonRecord): readonly AgentFact[] {
  const id = textAt(info, 'id');
  const parent = textAt(info, 'parentID');
  if (id === null) return [];
  if (parent !== null) {
    if (state.names.has(parent)) state.names.set(id, oneLine(textAt(info, 'title') ?? id, 80));
    return [];
  }
  if (state.root !== null) return [];
  state.root = id;
  state.names.set(id, 'main');
  return [{ kind: 'identity', version: textAt(info, 'version'), model: null, session: id }];
}

function status(state: State, session: string, now: JsonRecord): readonly AgentFact[] {
  const sub = session !== state.root;
  switch (textAt(now, 'type')) {
    case 'busy':
      return sub ? started(state, session) : [];
    case 'idle':
      return sub ? ended(state, session) : [];
    case 'retry':
      return [troubleOfWords(textAt(now, 'message') ?? 'it tries again')];
    default:
      return [];
  }
}

/** A sub-agent starts again when it is gone on with. */
function started(state: State, id: string): readonly AgentFact[] {
  if (state.running.has(id)) return [];
  state.running.add(id);
  return [{ kind: 'sub-agent', id, phase: 'started', name: state.names.get(id) ?? id }];
}

function ended(state: State, id: string): readonly AgentFact[] {
  if (!state.running.delete(id)) return [];
  return [{ kind: 'sub-agent', id, phase: 'ended', name: state.names.get(id) ?? id }];
}

/** It goes on after some: it makes its context smaller, say. */
function failed(state: State, session: string, error: JsonRecord): readonly AgentFact[] {
  if (isAborted(error)) return [];
  const fact = troubleOf(error);
  if (session === state.root) state.failure = fact;
  return [fact];
}

function message(state: State, session: string, info: JsonRecord): readonly AgentFact[] {
  if (textAt(info, 'role') === 'user') {
    state.begun ||= session === state.root;
    return [];
  }
  const model = textAt(info, 'modelID');
  state.models.set(textAt(info, 'id') ?? '', model);
  if (session !== state.root || state.identified || model === null) return [];
  state.identified = true;
  return [{ kind: 'identity', version: null, model, session: null }];
}

function part(state: State, session: string, one: JsonRecord): readonly AgentFact[] {
  switch (textAt(one, 'type')) {
    case 'tool':
      return state.tools.read(one);
    case 'step-finish':
      return answered(state, session, one);
    default:
      return [];
  }
}

/** The end of one answer of the model; a message holds several where one of them was cut off. */
function answered(state: State, session: string, step: JsonRecord): readonly AgentFact[] {
  const id = textAt(step, 'id') ?? '';
  if (state.counted.has(id)) return [];
  state.counted.add(id);
  const sub = session !== state.root;
  if (!sub) {
    state.failure = null;
    state.finish = textAt(step, 'reason');
  }
  const tokens = recordAt(step, 'tokens');
  const cache = recordAt(tokens, 'cache');
  const reasoning = countAt(tokens, 'reasoning');
  return [
    {
      kind: 'request',
      sub,
      model: state.models.get(textAt(step, 'messageID') ?? '') ?? null,
      usage: {
        input: countAt(tokens, 'input'),
        cacheRead: countAt(cache, 'read'),
        cacheWrite: countAt(cache, 'write'),
        output: countAt(tokens, 'output') + reasoning,
        reasoning,
      },
    },
  ];
}
