import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import {
  callText,
  commandOf,
  exitOf,
  mergeCall,
  parentOf,
  startsSubAgent,
  type ToolCall,
} from './tool-call.ts';

/** What the agent was told as its session was opened. */
export interface Sitting {
  readonly cwd: string | null;
  readonly mayDelegate: boolean;
}

/** Makes facts of tool calls, each told once when enough is known of it. */
export interface ToolLog {
  /** A `tool_call` or a `tool_call_update`. */
  take(update: JsonRecord, sitting: Sitting): readonly AgentFact[];
  /** It was not let do this: it never ran. */
  refused(id: string): void;
  /** The agent is gone: its sub-agents are. */
  end(): readonly AgentFact[];
}

interface State {
  readonly open: Map<string, ToolCall>;
  readonly told: Set<string>;
  readonly refused: Set<string>;
  /** Running sub-agents, by the tool call that runs each, with its name. */
  readonly subAgents: Map<string, string>;
}

/** No calls yet. It holds those that are at work. */
export function makeToolLog(): ToolLog {
  const state: State = {
    open: new Map(),
    told: new Set(),
    refused: new Set(),
    subAgents: new Map(),
  };
  return {
    take(update, sitting) {
      const id = textAt(update, 'toolCallId');
      if (id === null) return [{ kind: 'unknown', what: 'a tool call without an id' }];
      const call = mergeCall(state.open.get(id), update);
      state.open.set(id, call);
      const facts = [
        ...parentStarted(state, call, sitting.cwd),
        ...started(state, id, { call, update, ...sitting }),
      ];
      if (!isOver(call)) return facts;
      state.open.delete(id);
      state.told.delete(id);
      return [...facts, ...ended(state, id, { call, update, ...sitting })];
    },
    refused: (id) => void state.refused.add(id),
    end: () => [...state.subAgents.keys()].flatMap((id) => subAgentEnded(state, id)),
  };
}

interface News extends Sitting {
  readonly call: ToolCall;
  readonly update: JsonRecord;
}

function started(
  state: State,
  id: string,
  { call, update, cwd, mayDelegate }: News,
): readonly AgentFact[] {
  if (state.told.has(id) || !isTold(call, update)) return [];
  state.told.add(id);
  const tool: AgentFact = { kind: 'tool', text: callText(call, cwd) };
  const starts = startsSubAgent(call) && mayDelegate;
  return starts ? [tool, ...subAgentStarted(state, id, call, cwd)] : [tool];
}

/** Agents begin a call before its input is there: with a title that says nothing yet. */
function isTold(call: ToolCall, update: JsonRecord): boolean {
  const input = Object.keys(recordAt(call, 'rawInput')).some((key) => key !== 'cwd');
  const atWork = textAt(update, 'status') === 'in_progress';
  return input || isOver(call) || (atWork && textAt(update, 'sessionUpdate') === 'tool_call');
}

const isOver = (call: ToolCall): boolean =>
  ['completed', 'failed'].includes(textAt(call, 'status') ?? '');

function ended(state: State, id: string, { call, cwd }: News): readonly AgentFact[] {
  if (state.subAgents.has(id)) return subAgentEnded(state, id);
  const isRefused = state.refused.delete(id);
  if (startsSubAgent(call)) return subAgentRefused(id, callText(call, cwd), isRefused);
  if (isRefused) return [];
  if (textAt(call, 'kind') !== 'execute') return [];
  const argv = commandOf(call) ?? textAt(call, 'title') ?? '';
  return argv === '' ? [] : [{ kind: 'command', argv, exit: exitOf(call) }];
}

function parentStarted(state: State, call: ToolCall, cwd: string | null): readonly AgentFact[] {
  const parent = parentOf(call);
  const running = parent === null ? undefined : state.open.get(parent);
  return parent === null || running === undefined
    ? []
    : subAgentStarted(state, parent, running, cwd);
}

function subAgentStarted(
  state: State,
  id: string,
  call: ToolCall,
  cwd: string | null,
): readonly AgentFact[] {
  if (state.subAgents.has(id)) return [];
  const name = callText(call, cwd);
  state.subAgents.set(id, name);
  return [{ kind: 'sub-agent', id, phase: 'started', name }];
}

/** The driver has told what it refused; what the agent has no tool for, nobody has. */
function subAgentRefused(id: string, name: string, isTold: boolean): readonly AgentFact[] {
  const refused: AgentFact = { kind: 'sub-agent', id, phase: 'refused', name };
  return isTold ? [refused] : [{ kind: 'refused', text: `${name}: sub-agents are off` }, refused];
}

function subAgentEnded(state: State, id: string): readonly AgentFact[] {
  const name = state.subAgents.get(id);
  if (name === undefined) return [];
  state.subAgents.delete(id);
  return [{ kind: 'sub-agent', id, phase: 'ended', name }];
}
