import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';

/** What is known of a session over all of its agents. */
export interface SessionState {
  readonly builder: TraceBuilder;
  readonly root: AgentId;
  readonly hash: (text: string) => string;
  readonly file: string;
  readonly parentOf: Map<AgentId, AgentId>;
  readonly ends: Map<AgentId, Omit<AgentEnd, 'at'>>;
  /** Ends by the word of the parent's call. */
  readonly told: Map<AgentId, Omit<AgentEnd, 'at'>>;
  titled: boolean;
}

/** The agent whose messages are read. */
export interface AgentState {
  readonly session: SessionState;
  readonly agent: AgentId;
  readonly cwd: string | null;
  briefed: boolean;
}
