import type { HandoffLink } from '../handoff-link.ts';
import type { OwnGuard } from './own-home.ts';

/** What the driver is told, as a file. Secrets go by the environment alone. */
export interface DriverConfig {
  readonly program: string;
  /** The session's id, a UUID of this attempt's own. */
  readonly session: string;
  /** The first prompt. */
  readonly brief: string;
  /** Arguments of every leg. */
  readonly common: readonly string[];
  readonly handoff: HandoffLink;
  /** Whether the attempt's policy must be in force: see `driver-main`. */
  readonly needsPolicy: boolean;
  /** The text guard that its hooks ask; null: none. */
  readonly guard: OwnGuard | null;
}
