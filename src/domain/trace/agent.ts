import type { Evidence } from './evidence.ts';

/** An agent of a session, by the id that its own program gives it. */
export type AgentId = string;

/** How an agent was started: whether its parent waits for it, and by which of the program's doors. */
export type Launch = 'foreground' | 'background' | 'workflow' | 'swarm' | 'person' | 'unknown';

/** How an agent came to its end. `running`: its records stop without an end, and may yet go on. */
export type EndState = 'completed' | 'failed' | 'cancelled' | 'killed' | 'timed-out' | 'running';

/**
 * Who or what ended it. `session-end`: its parent's turn or process ended while it was at work.
 * `system`: the machine or the service (a signal, an error of the API).
 */
export type EndedBy = 'itself' | 'parent' | 'person' | 'session-end' | 'system' | 'unknown';

/** How an agent ended. */
export interface AgentEnd {
  readonly state: EndState;
  readonly by: EndedBy;
  /** Epoch ms: of the record that tells of the end, or of the agent's last record. Null: no time is known. */
  readonly at: number | null;
  /** In the program's own words: a reason, an error. */
  readonly reason: string | null;
  readonly evidence: Evidence;
}

/** A span of time, in epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What an agent was told at its start. */
export interface Brief {
  /** Its text, cut to `LIMITS.brief` characters. */
  readonly text: string;
  /** SHA-256 of the whole text, in hex; equal briefs have equal hashes. */
  readonly hash: string;
  /** Characters of the whole text. */
  readonly length: number;
}

/** The place an agent works in. */
export interface AgentPlace {
  /** Its folder (the root of its work copy where that is known), absolute; null: unknown. */
  readonly path: string | null;
  /** Whether it is a work copy of its own. Null: the records do not say. */
  readonly own: boolean | null;
  readonly branch: string | null;
}

/**
 * What an agent was, by what it did: `writer` wrote the product, `verifier` ran tests or checks and wrote no product,
 * `investigator` did neither. `unknown`: its records are missing, or it did nothing that can be told.
 */
export type Role = 'writer' | 'verifier' | 'investigator' | 'unknown';

/** One agent of a session: the root, or a sub-agent. */
export interface TraceAgent {
  readonly id: AgentId;
  readonly kind: 'root' | 'sub';
  /** Null for the root, and for a sub-agent whose parent is not told (a finding of the import). */
  readonly parent: AgentId | null;
  /** What its parent called it: a description, a task's name. */
  readonly name: string | null;
  /** The kind of agent by its program's name: `general-purpose`, `coder`. */
  readonly type: string | null;
  /** The model that most of its requests went to; requests name their own. */
  readonly model: string | null;
  readonly launch: Launch;
  /** The call of the parent that started it: `ToolCall.id`. */
  readonly spawnedBy: string | null;
  /** Null where the records do not hold it (an encrypted message, a missing file). */
  readonly brief: Brief | null;
  /** Whether it began with a copy of its parent's conversation. Null: unknown. */
  readonly inheritsContext: boolean | null;
  readonly place: AgentPlace;
  /** Path globs it was to keep to, by a plan or by flags; null: unknown. Never guessed from the brief. */
  readonly scope: readonly string[] | null;
  /** The part of the work that it was started for (`WorkUnit.id`; of a workflow its phase); null: none is told. */
  readonly unit: string | null;
  /** The earlier agent whose work this one was started to make again, where the records say so (one journal key). */
  readonly retryOf: AgentId | null;
  /** Epoch ms of its first record, or of its start as the parent's records tell it. Null: no time is known. */
  readonly startedAt: number | null;
  /**
   * When it was at work: from a prompt to the end of its turn, in order, without overlaps. Most agents have one; one
   * that was spoken to again has several. Empty: no time is known.
   */
  readonly live: readonly Span[];
  readonly end: AgentEnd;
  readonly role: Role;
  /** Whether records of its own were found. False: all that is known is its parent's word. */
  readonly recorded: boolean;
  readonly evidence: Evidence;
}

/** What people call an agent; null: nothing is known to call it by. */
export const nameOfAgent = (
  agent: Pick<TraceAgent, 'kind' | 'name' | 'type'> | undefined,
): string | null => (agent?.kind === 'root' ? 'the root' : (agent?.name ?? agent?.type ?? null));
