import type { OwnGuard } from './own-home.ts';

/** What the driver is told, as a file. Secrets go by the environment alone. */
export interface DriverConfig {
  readonly program: string;
  /** The first prompt. */
  readonly prompt: string;
  /** The profile that the session begins with; one that is gone on with has it already. */
  readonly profile: string;
  /** Arguments of every leg. */
  readonly common: readonly string[];
  /** How hard it was asked to think; null: as it likes. */
  readonly effort: string | null;
  /** The attempt's folder, for prompts that are too long to be arguments. */
  readonly folder: string;
  /** The text guard that its hooks ask; null: none. */
  readonly guard: OwnGuard | null;
}
