import type { AgentEnd, AgentId, AgentPlace } from '../../../domain/trace/agent.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Tools } from '../../../domain/trace/build/call-events.ts';
import type { ReadingDepth } from '../../../domain/trace/reading-depth.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';

/** The last thing that an agent's own records tell of it. */
export interface LastRecord {
  /** `ended`: its turn came to an end. `open`: it was at work. */
  readonly state: 'ended' | 'open' | 'interrupted' | 'api-error';
  readonly at: number | null;
  readonly text: string | null;
  readonly evidence: Evidence;
}

/** A call that starts an agent. */
export interface Delegation {
  readonly parent: AgentId;
  readonly name: string | null;
  readonly briefHash: string | null;
  readonly at: number | null;
  readonly evidence: Evidence;
}

/** What is known while a session is read. */
export interface SessionState {
  readonly builder: TraceBuilder;
  readonly session: string;
  readonly hash: (text: string) => string;
  readonly depth: ReadingDepth;
  /** Sub-agents by the call that started them. */
  readonly childOf: Map<string, AgentId>;
  readonly parentOf: Map<AgentId, AgentId>;
  /** Work copies of their own, by meta files. */
  readonly placeOf: Map<AgentId, AgentPlace>;
  /** Calls by the run of the workflow that they started. */
  readonly workflows: Map<string, string>;
  /** Ends of sub-agents as others tell them: the parent's records, meta files, journals. */
  readonly told: Map<AgentId, Omit<AgentEnd, 'at'>>;
  /** Sub-agents that their parent told to stop. */
  readonly stopped: Map<AgentId, Evidence>;
  readonly last: Map<AgentId, LastRecord>;
  /** Calls that start agents, with the agent that makes them. */
  readonly delegations: Map<string, Delegation>;
  /** Names of tools by call, to know what a result is of. */
  readonly toolOf: Map<string, string>;
  /** Calls of commands whose output is wanted. */
  readonly outputs: Set<string>;
  /** The end of the program, where it wrote one. */
  ended: Evidence | null;
  /** When the session went on after that, under another process; null: it has not. */
  goesOnAt: number | null;
  titled: boolean;
  /** Of the program, as it was told last. */
  version: string | null;
  /** The message whose usage the record before told, where that was glanced at; empty: none. */
  answered: string;
  /** Where that was. */
  answeredIn: string;
  /** The folder that it was started in. */
  cwd: string | null;
}

/** A state at the start. */
export const startOf = (
  builder: TraceBuilder,
  session: string,
  { hash, depth = 'all' }: Tools,
): SessionState => ({
  builder,
  session,
  hash,
  depth,
  childOf: new Map(),
  parentOf: new Map(),
  placeOf: new Map(),
  workflows: new Map(),
  told: new Map(),
  stopped: new Map(),
  last: new Map(),
  delegations: new Map(),
  toolOf: new Map(),
  outputs: new Set(),
  ended: null,
  goesOnAt: null,
  titled: false,
  version: null,
  answered: '',
  answeredIn: '',
  cwd: null,
});

/** One record, where it stands and whose it is. */
export interface Standing {
  readonly agent: AgentId;
  readonly at: number | null;
  readonly cwd: string | null;
  readonly evidence: Evidence;
}
