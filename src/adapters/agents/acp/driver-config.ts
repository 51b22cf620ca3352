import type { GuardModule } from '../guard-module.ts';

/** What the driver is told, as a file in the attempt's folder; nothing secret in it. */
export interface DriverConfig {
  /** The agent's whole command line. */
  readonly argv: readonly string[];
  readonly brief: string;
  readonly workspace: string;
  readonly handoffFile: string;
  /** Whether a boundary holds the agent. */
  readonly boundary: boolean;
  /** Whether it may have sub-agents, as far as it can be held to that. */
  readonly mayDelegate: boolean;
  readonly model: string | null;
  readonly effort: string | null;
  /** The task's checks, which it may run. */
  readonly checks: readonly string[];
  /** How long a question waits for a person, in ms; 0: its default is given at once. */
  readonly questionMs: number;
  /** How long an answer may take that needs no model, in ms. */
  readonly answerMs: number;
  /** An agent that goes on with a turn that was cancelled is told again after this long, in ms. */
  readonly againMs: number;
  /** Null: no guard is asked. */
  readonly guard: GuardModule | null;
}

/** Its name in the attempt's folder. */
export const DRIVER_CONFIG = 'driver.json';
