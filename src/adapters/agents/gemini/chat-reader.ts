import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import {
  countAt,
  parseRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { oneLine } from '../tool-words.ts';
import { toolText } from './tool-text.ts';

type RequestFact = Extract<AgentFact, { kind: 'request' }>;

/** A fact with the time that its record names, in ms. */
export interface TimedFact {
  readonly at: number;
  readonly fact: AgentFact;
}

/** Reads the records of a session: one file for each of its agents, each growing by lines. */
export interface ChatReader {
  /** Facts in a line; `sub`: the id of the sub-agent whose file it is in. Never throws. */
  feed(sub: string | null, line: string): readonly TimedFact[];
  /** Ends of sub-agents that the files do not tell: those of a session that was killed. */
  leftOver(): readonly AgentFact[];
  /** Whether the session holds its first prompt: from then on it can be gone on with. */
  readonly begun: boolean;
  /** All requests so far. */
  readonly requests: readonly RequestFact[];
}

interface State {
  readonly cwd: string;
  /** Requests and calls of tools that were told; records are written again with more in them. */
  readonly told: Set<string>;
  /** Sub-agents at work, with their names. */
  readonly running: Map<string, string>;
  readonly requests: RequestFact[];
  begun: boolean;
}

/** A reader of agents that work in `cwd`. */
export function makeChatReader(cwd: string): ChatReader {
  const state: State = { cwd, told: new Set(), running: new Map(), requests: [], begun: false };
  return {
    feed(sub, line) {
      const record = parseRecord(line);
      if (record === null) return [];
      const at = Date.parse(textAt(record, 'timestamp') ?? '');
      return read(state, sub, record).map((fact) => ({ at: Number.isNaN(at) ? 0 : at, fact }));
    },
    leftOver: () => [...state.running.keys()].flatMap((id) => ended(state, id)),
    get begun() {
      return state.begun;
    },
    get requests() {
      return state.requests;
    },
  };
}

function read(state: State, sub: string | null, record: JsonRecord): readonly AgentFact[] {
  switch (textAt(record, 'type')) {
    case 'user':
      return asked(state, sub, record);
    case 'gemini':
      return [...answered(state, sub, record), ...tools(state, sub, record)];
    // Headers, and records that set something: the messages in them were told before.
    default:
      return [];
  }
}

/** The first prompt of a sub-agent begins it. */
function asked(state: State, sub: string | null, record: JsonRecord): readonly AgentFact[] {
  if (sub === null) {
    state.begun = true;
    return [];
  }
  if (!isNew(state, `sub ${sub}`)) return [];
  const [prompt = {}] = recordsAt(record, 'content');
  const name = oneLine(textAt(prompt, 'text') ?? sub, 80);
  state.running.set(sub, name);
  return [{ kind: 'sub-agent', id: sub, phase: 'started', name }];
}

function ended(state: State, id: string): readonly AgentFact[] {
  const name = state.running.get(id);
  if (name === undefined) return [];
  state.running.delete(id);
  return [{ kind: 'sub-agent', id, phase: 'ended', name }];
}

function answered(state: State, sub: string | null, record: JsonRecord): readonly AgentFact[] {
  const tokens = recordAt(record, 'tokens');
  const id = textAt(record, 'id') ?? '';
  // Written once before the tokens are known, it is written again with them.
  if (Object.keys(tokens).length === 0 || !isNew(state, `${sub ?? 'main'} ${id}`)) return [];
  const cacheRead = countAt(tokens, 'cached');
  const reasoning = countAt(tokens, 'thoughts');
  const fact: RequestFact = {
    kind: 'request',
    sub: sub !== null,
    model: textAt(record, 'model'),
    usage: {
      input: Math.max(0, countAt(tokens, 'input') - cacheRead) + countAt(tokens, 'tool'),
      cacheRead,
      cacheWrite: 0,
      output: countAt(tokens, 'output') + reasoning,
      reasoning,
    },
  };
  state.requests.push(fact);
  return [fact];
}

/** Calls are written once they have a result. Those of the main agent are on its output too, but for their exit codes. */
function tools(state: State, sub: string | null, record: JsonRecord): readonly AgentFact[] {
  return recordsAt(record, 'toolCalls').flatMap((call) => {
    const name = textAt(call, 'name') ?? 'a tool';
    if (!isNew(state, `${sub ?? 'main'} call ${textAt(call, 'id') ?? ''}`)) return [];
    if (sub !== null && name === 'complete_task') return ended(state, sub);
    const args = recordAt(call, 'args');
    const facts: AgentFact[] = [];
    if (sub !== null) facts.push({ kind: 'tool', text: toolText(name, args, state.cwd) });
    if (name === 'run_shell_command') facts.push(...command(args, call));
    // The sub-agent of a call that has its result is done, also where it did not say so.
    return [...facts, ...ended(state, textAt(call, 'agentId') ?? '')];
  });
}

function command(args: JsonRecord, call: JsonRecord): readonly AgentFact[] {
  const argv = textAt(args, 'command');
  const [part = {}] = recordsAt(call, 'result');
  const said = textAt(recordAt(recordAt(part, 'functionResponse'), 'response'), 'output');
  // One that was refused, or was told to end, has an error in place of its output.
  if (argv === null || args['is_background'] === true || said === null) return [];
  const code = /^Exit Code: (\d+)$/m.exec(said)?.[1];
  const stopped = /^Signal: /m.test(said);
  return [{ kind: 'command', argv, exit: code !== undefined ? Number(code) : stopped ? null : 0 }];
}

function isNew(state: State, key: string): boolean {
  if (state.told.has(key)) return false;
  state.told.add(key);
  return true;
}
