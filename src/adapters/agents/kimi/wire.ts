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
import { troubleOf } from './trouble.ts';

/** The name of the agent that the session is for; its sub-agents are `agent-0`, `agent-1`, … */
export const MAIN = 'main';

/** Reads the records of a session: one file for each of its agents, each growing by lines. */
export interface WireReader {
  /** Facts in a line of an agent's file. Never throws. */
  feed(agent: string, line: string): readonly AgentFact[];
  /** Ends of sub-agents that the files do not tell: those of a session that was killed. */
  leftOver(): readonly AgentFact[];
  /** How many prompts the session holds: with each it can be gone on with. */
  readonly prompts: number;
  /** Whether a fatal trouble was told. */
  readonly failed: boolean;
}

interface State {
  readonly cwd: string;
  readonly effort: string | null;
  readonly tools: Map<string, ToolLog>;
  /** The model of an agent's latest request, as its provider names it. */
  readonly models: Map<string, string | null>;
  /** Sub-agents at work, with their names. */
  readonly running: Map<string, string>;
  identified: boolean;
  prompts: number;
  failed: boolean;
}

/** A reader; `effort`: how hard it was asked to think, or null. */
export function makeWireReader(cwd: string, effort: string | null): WireReader {
  const state: State = {
    cwd,
    effort,
    tools: new Map(),
    models: new Map(),
    running: new Map(),
    identified: false,
    prompts: 0,
    failed: false,
  };
  return {
    feed(agent, line) {
      const record = parseRecord(line);
      if (record === null) return [];
      // What a sub-agent has been given of its caller's past is no work of its own.
      const of = textAt(record, 'agentId');
      return of === null || of === agent ? read(state, agent, record) : [];
    },
    leftOver: () => [...state.running.keys()].flatMap((id) => subAgentEnded(state, id)),
    get prompts() {
      return state.prompts;
    },
    get failed() {
      return state.failed;
    },
  };
}

function read(state: State, agent: string, record: JsonRecord): readonly AgentFact[] {
  switch (textAt(record, 'type')) {
    case 'turn.prompt':
      state.prompts += agent === MAIN ? 1 : 0;
      return [];
    case 'llm.request':
      return requested(state, agent, record);
    case 'usage.record':
      return [used(state, agent, record)];
    case 'context.append_loop_event':
      return toolsOf(state, agent).read(recordAt(record, 'event'));
    case 'subagent.spawned':
    case 'subagent.started':
      return subAgentStarted(state, record);
    case 'subagent.completed':
    case 'subagent.cancelled':
    case 'subagent.failed':
      return subAgentEnded(state, textAt(record, 'subagentId') ?? '');
    case 'turn.step.retrying':
      return [retrying(record)];
    case 'turn.ended':
      return agent === MAIN ? turnEnded(state, record) : [];
    // Most records repeat others, or are what the CLI needs to go on with a session.
    default:
      return [];
  }
}

function requested(state: State, agent: string, record: JsonRecord): readonly AgentFact[] {
  const model = textAt(record, 'model');
  state.models.set(agent, model);
  if (agent !== MAIN || state.identified) return [];
  state.identified = true;
  const facts: AgentFact[] = [{ kind: 'identity', version: null, model, session: null }];
  const effort = textAt(record, 'thinkingEffort');
  // For a model that is not known to think the CLI passes over what it was asked for.
  if (state.effort !== null && effort !== state.effort) {
    facts.push({
      kind: 'refused',
      text: `effort ${state.effort}: ${model ?? 'its model'} works with effort ${effort ?? 'unknown'}`,
    });
  }
  return facts;
}

function used(state: State, agent: string, record: JsonRecord): AgentFact {
  const usage = recordAt(record, 'usage');
  return {
    kind: 'request',
    sub: agent !== MAIN,
    model: state.models.get(agent) ?? textAt(record, 'model'),
    usage: {
      input: countAt(usage, 'inputOther'),
      cacheRead: countAt(usage, 'inputCacheRead'),
      cacheWrite: countAt(usage, 'inputCacheCreation'),
      output: countAt(usage, 'output'),
    },
  };
}

function toolsOf(state: State, agent: string): ToolLog {
  const known = state.tools.get(agent) ?? makeToolLog(agent, state.cwd);
  state.tools.set(agent, known);
  return known;
}

/** A sub-agent is started again when it is gone on with, or tries again after a rate limit. */
function subAgentStarted(state: State, record: JsonRecord): readonly AgentFact[] {
  const id = textAt(record, 'subagentId');
  if (id === null || state.running.has(id)) return [];
  const name = oneLine(textAt(record, 'description') ?? textAt(record, 'subagentName') ?? id, 80);
  state.running.set(id, name);
  return [{ kind: 'sub-agent', id, phase: 'started', name }];
}

function subAgentEnded(state: State, id: string): readonly AgentFact[] {
  const name = state.running.get(id);
  if (name === undefined) return [];
  state.running.delete(id);
  return [{ kind: 'sub-agent', id, phase: 'ended', name }];
}

function retrying(record: JsonRecord): AgentFact {
  const error = {
    code: null,
    name: textAt(record, 'errorName'),
    status: countAt(record, 'statusCode') || null,
    message: textAt(record, 'errorMessage') ?? '',
  };
  return troubleOf(error, false);
}

function turnEnded(state: State, record: JsonRecord): readonly AgentFact[] {
  if (textAt(record, 'reason') !== 'failed') return [];
  state.failed = true;
  const error = recordAt(record, 'error');
  return [
    troubleOf(
      {
        code: textAt(error, 'code'),
        name: textAt(error, 'name'),
        status: countAt(recordAt(error, 'details'), 'statusCode') || null,
        message: textAt(error, 'message') ?? 'the turn failed',
      },
      true,
    ),
  ];
}
