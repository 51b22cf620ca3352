import type { TokenUsage } from '../receipt/token-usage.ts';
import type { AgentId, TraceAgent } from './agent.ts';
import type { TraceEvent } from './event.ts';
import type { Evidence } from './evidence.ts';
import type { TraceSource } from './source.ts';

/** The version of the normal form: it rises when a field changes its meaning or goes, not when one is added. */
export const TRACE_VERSION = 1;

/**
 * One session of an agent in normal form: all of its agents and what they did, in order of time, each with the file
 * and line that says so. What the records do not say is null (or `unknown` where a word is needed), never a guess:
 * an empty list means "none", null means "not known".
 */
export interface Trace {
  readonly version: typeof TRACE_VERSION;
  /** Short and stable: the same session has it however often it is read. */
  readonly id: string;
  readonly source: TraceSource;
  /** The session's id by its own program. */
  readonly session: string;
  /** The version of the program that wrote the records (the last one, where there are several). */
  readonly programVersion: string | null;
  /** The first line of what the person asked for, or the title that the program gave it. */
  readonly title: string | null;
  /** The folder that the root agent was started in. */
  readonly cwd: string | null;
  readonly branch: string | null;
  /** Roots of the work copies that the session tells of, absolute: paths are placed in them. */
  readonly workspaces: readonly string[];
  /** Epoch ms of the first and the last record of any agent. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The root first; then in order of their start. */
  readonly agents: readonly TraceAgent[];
  readonly events: readonly TraceEvent[];
  /** What it was allowed to use. */
  readonly budget: Budget;
  /** Paths the work must leave behind, from the root of the work copy; null: no plan and no flag says. */
  readonly deliverables: readonly string[] | null;
  /** The parts of the work and what they need: a plan's, or a workflow's phases; null: nothing says. */
  readonly units: readonly WorkUnit[] | null;
  /** Totals that the program itself states, to hold ours against. */
  readonly stated: readonly StatedTotal[];
  readonly files: readonly TraceFile[];
  readonly notes: ImportNotes;
}

/** Limits of a session; null: none is known. */
export interface Budget {
  readonly wallMs: number | null;
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** No limit is known. */
export const NO_BUDGET: Budget = { wallMs: null, tokens: null, usd: null };

/** A part of the work, by a plan or a workflow. */
export interface WorkUnit {
  readonly id: string;
  readonly needs: readonly string[];
  /** Globs of what belongs to it. */
  readonly paths: readonly string[];
  readonly deliverables: readonly string[];
}

/** Tokens by the program's own word. `session`: all agents together; `agent`: one, without its sub-agents. */
export interface StatedTotal {
  readonly of: 'session' | 'agent';
  /** Null for a session's. */
  readonly agent: AgentId | null;
  readonly usage: TokenUsage;
  /** Money by the program's own word; null: it names none. */
  readonly usd: number | null;
  readonly evidence: Evidence;
}

/** A file that was read. */
export interface TraceFile {
  readonly path: string;
  /** Bytes that were read (of a packed file: as they lie on the disk). */
  readonly bytes: number;
  /** Lines, or rows, that were read. */
  readonly records: number;
}

/** What the import met that it could not use; all zero and empty for records as they should be. */
export interface ImportNotes {
  /** Kinds of record that this importer does not know, with how often they came. */
  readonly unknownRecords: Readonly<Record<string, number>>;
  /** Lines that are no JSON object. */
  readonly unreadableLines: number;
  /** Last lines that end in the middle: a session being written, or cut off. */
  readonly tornLines: number;
  /** Lines too long to be kept. */
  readonly longLines: number;
  /** Records that came a second time (copied histories, re-written messages), and were counted once. */
  readonly repeatedRecords: number;
  /** Times that lie before the time of the record in front of them. */
  readonly clockSteps: number;
  /** Calls without a result, and results without a call. */
  readonly unpairedCalls: number;
  /** Sub-agents that the records name and whose own records were not found. */
  readonly missingAgents: readonly AgentId[];
  /** Sub-agents whose parent is not told. */
  readonly orphanAgents: readonly AgentId[];
  /** Files and folders that could not be read, with the reason. */
  readonly unreadableFiles: readonly UnreadableFile[];
  /** Events beyond the most that a trace holds; its measures say so where they depend on them. */
  readonly droppedEvents: number;
}

export interface UnreadableFile {
  readonly path: string;
  readonly reason: string;
}
