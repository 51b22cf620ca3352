import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import type { NewEvent } from '../../../domain/trace/build/new-event.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';

/** What is known of a session over all of its files. */
export interface SessionState {
  readonly builder: TraceBuilder;
  readonly root: AgentId;
  readonly hash: (text: string) => string;
  readonly parentOf: Map<AgentId, AgentId>;
  /** Ends by the result of the parent's call, and by the sub-agent's own report. */
  readonly told: Map<AgentId, Omit<AgentEnd, 'at'>>;
  readonly reported: Map<AgentId, Omit<AgentEnd, 'at'>>;
  cwd: string | null;
  titled: boolean;
}

/** What is known of the agent whose file is read. */
export interface ChatState {
  readonly session: SessionState;
  readonly agent: AgentId;
  /** Messages, calls and requests that were told: records are written again with more in them. */
  readonly told: Set<string>;
  briefed: boolean;
  /** What it said last: its answer, if no call comes with it. */
  pending: { readonly id: string; readonly open: boolean; readonly message: Said } | null;
  /** The last answer: whether it asked for tools, and where it stands. */
  last: { readonly open: boolean; readonly evidence: Evidence } | null;
}

export type Said = Extract<NewEvent, { kind: 'message' }>;

/** One record, and where it stands. */
export interface Standing {
  readonly at: number | null;
  readonly evidence: Evidence;
}
