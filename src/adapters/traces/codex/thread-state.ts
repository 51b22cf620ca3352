import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { NewEvent } from '../../../domain/trace/build/new-event.ts';

/** A call that starts an agent. */
export interface Spawning {
  readonly parent: AgentId;
  readonly task: string | null;
  readonly brief: string | null;
  readonly inherits: boolean | null;
  readonly at: number | null;
  readonly evidence: Evidence;
}

/** What is known of a session over all of its threads. */
export interface SessionState {
  readonly builder: TraceBuilder;
  readonly root: string;
  /** Whether it has more than one thread: one of them may begin with a copy of another. */
  readonly several: boolean;
  readonly hash: (text: string) => string;
  readonly spawns: Map<string, Spawning>;
  readonly childOf: Map<string, AgentId>;
  /** Agents by the name of their task or their path; null: several have it. */
  readonly named: Map<string, AgentId | null>;
  /** Agents that have ended, and whose results have not come yet. */
  readonly awaited: Set<AgentId>;
  readonly stopped: Map<AgentId, Evidence>;
  /** Ids of records, by the thread that had them first: forks begin with copies of them. */
  readonly owners: Map<string, AgentId>;
  readonly ends: Map<AgentId, Omit<AgentEnd, 'at'>>;
  titled: boolean;
}

/** What is known of the thread that is being read. */
export interface ThreadState {
  readonly session: SessionState;
  readonly agent: AgentId;
  readonly isFork: boolean;
  /** Epoch ms of its own beginning: what is older was copied. */
  readonly since: number | null;
  cwd: string | null;
  model: string | null;
  briefed: boolean;
  /** Calls that are known by an item as well as by an output. */
  readonly settled: Set<string>;
  readonly openCalls: Set<string>;
  /** What the agent said last: its final answer, if its turn ends with it. */
  pending: Extract<NewEvent, { kind: 'message' }> | null;
  /** Whether usage comes as records of single requests: then running totals count nothing. */
  counted: boolean;
  /** Running totals of older versions: all tokens so far. */
  total: number;
  failed: string | null;
  /** Whether a record told of a compaction: the program's notice of the same one comes behind it. */
  compacted: boolean;
}

/** One record, and where it stands. */
export interface Standing {
  readonly at: number | null;
  readonly evidence: Evidence;
}
