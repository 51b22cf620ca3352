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
  readonly handoff: HandoffDoor | null;
}

/**
 * The sandbox opens folders, not files, and the folder of the hand-off holds other workspaces. So
 * the file is a link into a folder that is the attempt's own.
 */
export interface HandoffDoor {
  /** Where fanin looks for the hand-off. */
  readonly file: string;
  /** The folder that the sandbox opens. */
  readonly folder: string;
}

/** Its name in the attempt's folder. */
export const DRIVER_CONFIG = 'driver.json';
