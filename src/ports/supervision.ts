import type { AgentExit, AgentProcess, StopReason } from '../domain/attempt/attempt.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { CommandSpec } from './commands.ts';

/** What a supervisor is told at the start. Paths are absolute. */
export interface SupervisedLaunch {
  readonly attempt: AttemptId;
  readonly folder: string;
  readonly command: CommandSpec;
  readonly stdin: string;
  readonly keepOpen: boolean;
  /** The supervisor stops the agent by itself at this epoch ms, whether or not an engine lives. */
  readonly deadlineAt: number;
  /** Between the polite signal and the hard one, in ms. */
  readonly killAfterMs: number;
}

/**
 * What is known of an attempt's process after the fact. An agent that exits by itself with a shell's
 * code for a death by signal (143) may be reported as killed by that signal.
 */
export type SupervisionState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'alive'; readonly process: AgentProcess; readonly startedAt: number }
  | {
      readonly kind: 'exited';
      readonly process: AgentProcess | null;
      readonly startedAt: number;
      readonly exit: AgentExit;
      readonly at: number;
    };

/**
 * Agents under their supervisors. A supervisor outlives the engine; an attempt's agent is started
 * at most once, whoever calls `start` and how often.
 */
export interface Supervision {
  /**
   * Starts, or adopts what was started before under the same attempt. Codes: `agent-not-found`,
   * `agent-not-executable` (asked again, the same answer), `supervisor-failed` (may be tried again).
   */
  start(
    launch: SupervisedLaunch,
  ): Promise<Result<SupervisionState & { kind: 'alive' | 'exited' }, Failure>>;
  /** What became of it. A dead supervisor without an exit record is `exited` with `lost: true`, and its processes are gone afterwards. */
  probe(attempt: AttemptId, folder: string): Promise<SupervisionState>;
  /** Calls `done` once when the agent and every process of it are gone. The returned function stops watching. */
  watch(
    attempt: AttemptId,
    folder: string,
    done: (state: SupervisionState & { kind: 'exited' }) => void,
  ): () => void;
  /**
   * Writes to the agent's input, after its initial text; false when it takes none any more, or has
   * not read for seconds. Up to 4 KiB are written whole or not at all.
   */
  send(attempt: AttemptId, folder: string, text: string): Promise<boolean>;
  /** Group, then every process that carries the attempt's tag. Returns when asked, not when gone. */
  stop(attempt: AttemptId, folder: string, why: StopReason): Promise<void>;
}
