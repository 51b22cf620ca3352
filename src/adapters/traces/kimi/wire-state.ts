import type { AgentEnd, AgentId, Launch } from '../../../domain/trace/agent.ts';
import type { NewEvent } from '../../../domain/trace/build/new-event.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';

/** The agent that a session is for. */
export const MAIN = 'main';

/** A call that starts agents: one, or a swarm. */
export interface Spawning {
  readonly parent: AgentId;
  readonly brief: string | null;
  readonly swarm: boolean;
  readonly at: number | null;
  readonly evidence: Evidence;
}

/** What is known of a session over all of its agents. */
export interface SessionState {
  readonly builder: TraceBuilder;
  readonly hash: (text: string) => string;
  readonly spawns: Map<string, Spawning>;
  /** Agents whose start was told. */
  readonly spawned: Set<AgentId>;
  readonly parentOf: Map<AgentId, AgentId>;
  readonly agentOfTask: Map<string, AgentId>;
  readonly stopped: Map<AgentId, Evidence>;
  /** Ends by the agents' own records, and by those of others. */
  readonly ends: Map<AgentId, Omit<AgentEnd, 'at'>>;
  readonly told: Map<AgentId, Omit<AgentEnd, 'at'>>;
  readonly launches: Map<AgentId, Launch>;
  titled: boolean;
}

/** What is known of the agent whose records are read. */
export interface WireState {
  readonly session: SessionState;
  readonly agent: AgentId;
  cwd: string | null;
  /** As its provider names it. */
  model: string | null;
  briefed: boolean;
  /** What it says in the step that is going on. */
  readonly said: Extract<NewEvent, { kind: 'message' }>[];
  /** Names of tools by call. */
  readonly toolOf: Map<string, string>;
  /** Tasks whose output a call reads, by call. */
  readonly outputOf: Map<string, string>;
}

/** One record, and where it stands. */
export interface Standing {
  readonly at: number | null;
  readonly evidence: Evidence;
}
