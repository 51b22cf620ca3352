import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { PersonCommand } from '../domain/run/commands.ts';
import type { RunEvent } from '../domain/run/events.ts';
import type { View } from '../domain/run/views.ts';

/** An event as it lies in the log. `seq` counts over the whole repository, from 1, without gaps. */
export interface StoredEvent {
  readonly seq: number;
  readonly run: RunId;
  /** Epoch ms of the append. */
  readonly at: number;
  readonly event: RunEvent;
}

/** A command that another process left for the engine. */
export interface InboxItem {
  readonly id: number;
  readonly run: RunId;
  readonly command: PersonCommand;
}

/** What became of an inbox command, for the process that waits for it. */
export interface InboxAnswer {
  readonly id: number;
  readonly answer:
    | { readonly ok: true; readonly note: string }
    | { readonly ok: false; readonly failure: Failure };
}

/** One atomic write: events, the projections that follow from them, and answered commands. */
export interface Batch {
  readonly run: RunId;
  readonly at: number;
  /** The last seq of this run that the writer has seen (0: none); another value refuses the batch. */
  readonly after: number;
  readonly events: readonly RunEvent[];
  readonly views: readonly View[];
  readonly answers: readonly InboxAnswer[];
}

/**
 * Events, projections and inbox of one repository. Only the engine appends; any process submits.
 * Every write is one transaction: all of it or nothing of it is there afterwards.
 */
export interface Store {
  /** Appends; the value is the run's last seq. Codes: `engine-superseded` once another engine has taken over; `stale-append`, `store-full`, `store-busy`, `store-broken`. */
  append(batch: Batch): Promise<Result<number, Failure>>;
  /** The run's events in order, upcast to the current version. Codes: `log-newer`, `event-broken`, `store-broken`. */
  load(run: RunId): Promise<Result<readonly StoredEvent[], Failure>>;
  /** Unanswered commands, oldest first. */
  inbox(): Promise<readonly InboxItem[]>;
  /** Leaves a command for the engine; the value is its inbox id. Codes: `store-full`, `store-busy`, `store-broken`. */
  submit(run: RunId, command: PersonCommand, at: number): Promise<Result<number, Failure>>;
  /** The answer to a submitted command, or null while there is none. */
  answer(id: number): Promise<InboxAnswer | null>;
  /** A number that changes whenever another process has written; costs microseconds. */
  version(): number;
  /** True once another engine has taken over: this one may do nothing more. Costs microseconds. */
  superseded(): boolean;
}
