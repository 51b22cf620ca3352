import type { HandoffLink } from '../handoff-link.ts';

/** What the driver is told, as a file beside the brief; nothing secret in it. */
export interface DriverConfig {
  /** The app server's whole command line. */
  readonly argv: readonly string[];
  readonly brief: string;
  readonly model: string | null;
  readonly effort: string | null;
  readonly workspace: string;
  readonly sandbox: 'workspace-write' | 'danger-full-access';
  /** How the hand-off gets out of the sandbox; null without one. */
  readonly handoff: HandoffLink | null;
  /** Whether the command line brings a hook, which nobody has looked at in Codex's own way. */
  readonly hooked: boolean;
}

/** Its name in the attempt's folder. */
export const DRIVER_CONFIG = 'driver.json';
