import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ProcessEnd, Starter, StarterOptions } from './starter.ts';

/** Starts processes from Node itself, where no kept shell can do it. */
export const directStarter = ({ env, holds }: StarterOptions): Starter => ({
  start: (command) => {
    const [program = '', ...args] = command.argv;
    const log = openSync(command.logFile, 'a');
    try {
      const child = spawn(program, args, {
        cwd: command.cwd,
        env: { ...env, ...command.env },
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
      });
      if (!holds) child.unref();
      const ended = new Promise<ProcessEnd>((resolve) => {
        child.once('exit', (exit, signal) => resolve({ exit, signal }));
      });
      return new Promise((resolve, reject) => {
        child.once('spawn', () => resolve({ pid: child.pid ?? null, ended }));
        child.once('error', reject);
      });
    } finally {
      closeSync(log);
    }
  },
});
