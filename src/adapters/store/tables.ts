import type { Generated } from 'kysely';

/** The tables as queries see them. JSON is text; times are epoch ms. */
export interface Tables {
  readonly events: {
    readonly seq: Generated<number>;
    readonly run: string;
    readonly at: number;
    readonly type: string;
    readonly version: number;
    readonly data: string;
    /** The engine that wrote it, by the fence; 0: an earlier fanin. */
    readonly epoch: Generated<number>;
  };
  /** Projections: made from events, in the transaction that writes them. */
  readonly views: {
    readonly run: string;
    readonly kind: string;
    readonly id: string;
    readonly body: string;
    /** The last event that the body follows from. */
    readonly seq: number;
  };
  readonly inbox: {
    readonly id: Generated<number>;
    readonly run: string;
    readonly at: number;
    readonly command: string;
    readonly answered_at: number | null;
    readonly answer: string | null;
  };
  readonly verdicts: {
    readonly tree: string;
    readonly definition: string;
    readonly result: string;
  };
  readonly telemetry: {
    readonly attempt: string;
    readonly at: number;
    readonly body: string;
  };
  /** At most one row, `id` 1: the engine that runs or ran last. */
  readonly engine: {
    readonly id: number;
    readonly pid: number;
    readonly start_time: string;
    readonly run: string | null;
    readonly since: number;
  };
}
