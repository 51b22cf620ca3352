import type { AttemptId, RunId, TaskId } from '../ids.ts';
import type { Quantity } from './quantity.ts';

/**
 * What became of an attempt's work. `landed`: it is on the target, whole or in parts that a person took out of it.
 * `thrown-away`: it is not, and will not be. `open`: that is not decided.
 */
export type Fate = 'landed' | 'thrown-away' | 'open';

/** One attempt that has ended, as the measures of runs take it. */
export interface AttemptRecord {
  readonly run: RunId;
  readonly task: TaskId;
  readonly attempt: AttemptId;
  /** The agent's name in the config. */
  readonly agent: string;
  /** Epoch ms. */
  readonly endedAt: number;
  readonly fate: Fate;
  /** Whether a task has landed by it; not so where it is parts of it that have. */
  readonly landedTask: boolean;
  /** Tokens of all kinds, sub-agents included. */
  readonly tokens: Quantity;
  readonly usd: Quantity;
  /** Agent time in ms: without waits for people and for the model service's rate limit. */
  readonly workMs: Quantity;
  /** For how long its delivery waited for a person, until that was decided, in ms. */
  readonly reviewMs: number;
  /** Whether it waits for a person now. */
  readonly waits: boolean;
}
