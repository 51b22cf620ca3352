import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A child process of a test that writes lines. */
export interface Child {
  readonly pid: number;
  /** The next line; rejects when the child ends first. */
  readonly line: () => Promise<string>;
  /** Ends it hard, and waits until it is gone; the value is every line that was not asked for. */
  readonly kill: () => Promise<readonly string[]>;
}

/** Starts `script` of this folder under this very Node; it ends with the test at the latest. */
export function startChild(script: string, args: readonly string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails half-way leaves nobody behind.
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return over(child);
}

function over(child: ChildProcess): Child {
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) throw new Error('the child did not start');
  const closed = once(child, 'close');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    pid,
    line: async () => {
      const next = await lines.next();
      if (next.done === true) throw new Error('the child ended');
      return next.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      const rest: string[] = [];
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
        rest.push(next.value);
      }
      await closed;
      return rest;
    },
  };
}
