import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** A process that outlives the one that starts it. */
export interface DetachedOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Gets both outputs, appended; none: they go nowhere. */
  readonly logFile?: string;
}

/**
 * Starts a process in a session of its own, without input, and does not wait for it. A failure to
 * start is reported by the child's `error` event; a log file that cannot be made throws.
 */
export function spawnDetached(options: DetachedOptions): ChildProcess {
  const [program = '', ...args] = options.argv;
  const log = options.logFile === undefined ? null : openSync(options.logFile, 'a', 0o600);
  try {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...options.env },
      detached: true,
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    if (log !== null) closeSync(log);
  }
}
