import type { AttemptId } from '../domain/ids.ts';

/** The newest checkpoint of an attempt. */
export interface HeldCheckpoint {
  readonly seq: number;
  /** Epoch ms. */
  readonly at: number;
}

/** The last known value of what an attempt's output tells. Null: not known (yet). */
export interface TelemetryRow {
  /** All kinds of token together, sub-agents included. */
  readonly tokens: number | null;
  /** The last tool call, as one line for a person. */
  readonly lastTool: string | null;
  readonly model: string | null;
  /** Native sub-agents that are at work. */
  readonly subAgents: number;
  /** Whether the model service makes it wait by limiting the rate: since when, in epoch ms; null: it does not. */
  readonly rateLimitedSince: number | null;
  readonly outputBytes: number;
  /** Records of the output that the decoder did not know. */
  readonly unknownRecords: number;
  /** What its workspace is held by; null: by itself alone. */
  readonly checkpoint: HeldCheckpoint | null;
  /** What it takes on the disk, with all that belongs to it, as last counted. */
  readonly diskBytes: number | null;
  /** Epoch ms of the measurement. */
  readonly at: number;
}

/** What is measured while attempts run; no decision hangs on it, so losing the last value is harmless. */
export interface Telemetry {
  /** Replaces the attempt's row. */
  put(attempt: AttemptId, row: TelemetryRow): Promise<void>;
  /** The attempt's row, or null when nothing was measured. */
  get(attempt: AttemptId): Promise<TelemetryRow | null>;
}
