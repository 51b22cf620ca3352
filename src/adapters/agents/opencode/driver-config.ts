import type { GuardModule } from '../guard-module.ts';
import type { Permissions } from './permissions.ts';

/** What the driver is told, as a file. Secrets go by the environment alone. */
export interface DriverConfig {
  readonly program: string;
  /** The first prompt. */
  readonly brief: string;
  /** Arguments of every leg. */
  readonly common: readonly string[];
  /** What the session is called: without a title the CLI asks the model for one. */
  readonly title: string;
  readonly permissions: Permissions;
  /** Whether its sub-agents are off. */
  readonly alone: boolean;
  /** Where the witness writes. */
  readonly events: string;
  /** Null: no guard watches it. */
  readonly guard: GuardModule | null;
}
