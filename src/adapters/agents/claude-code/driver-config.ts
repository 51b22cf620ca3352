/** What the driver is told, as a file beside the brief; nothing secret in it. */
export interface DriverConfig {
  /** The CLI's whole command line. */
  readonly argv: readonly string[];
  readonly brief: string;
  /** How long a question waits for a person, in ms; 0 where the CLI has nobody to ask. */
  readonly questionMs: number;
}

/** Its name in the attempt's folder. */
export const DRIVER_CONFIG = 'driver.json';
