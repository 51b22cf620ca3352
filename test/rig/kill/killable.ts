import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KillMoment } from './kill-moment.ts';
import type { KillRepo } from './kill-repo.ts';

/** How a command of fanin ended. */
export interface Ending {
  readonly exit: number | null;
  readonly killed: boolean;
  /** What it has printed. */
  readonly said: string;
}

/** Runs a command of fanin, and kills it at that moment, if it gets there; `started` is told its pid. */
export const killable = (
  repo: KillRepo,
  argv: readonly string[],
  moment: KillMoment | null,
  started: (pid: number) => void = () => undefined,
): Promise<Ending> => {
  const file = join(repo.folder, 'engine.log');
  const log = openSync(file, 'a');
  const from = statSync(file).size;
  const child = spawn(process.execPath, [...argv], {
    cwd: repo.repo,
    env: repo.env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (child.pid !== undefined) started(child.pid);
  const timer =
    moment !== null && 'ms' in moment ? setTimeout(() => child.kill('SIGKILL'), moment.ms) : null;
  if (moment !== null && !('ms' in moment) && child.pid !== undefined) {
    repo.shim.reset();
    repo.shim.arm(moment, child.pid);
  }
  return new Promise((resolve) => {
    child.once('close', (exit, signal) => {
      if (timer !== null) clearTimeout(timer);
      // What was armed and not reached must not meet the next one.
      repo.shim.disarm();
      const said = readFileSync(file).subarray(from).toString('utf8');
      resolve({ exit, killed: signal === 'SIGKILL', said });
    });
  });
};

/** A command that was not killed must have ended as it should. */
export const badEnd = (
  { exit, said }: Ending,
  { folder }: KillRepo,
  expected = 0,
): readonly string[] => {
  if (exit === expected) return [];
  const words = said.trim().split('\n').slice(-6).join(' / ');
  return [
    `ended with exit code ${exit}, not ${expected}: ${words} (${join(folder, 'engine.log')})`,
  ];
};

/** Right after a kill, with agents still at work, a person must be able to look. */
export const unreadable = async (repo: KillRepo, binary: string): Promise<readonly string[]> => {
  const { exit, said } = await killable(repo, [binary, 'status', '--why'], null);
  const fine = exit === 0 || said.includes('[nothing-ran]') || said.includes('[no-run]');
  return fine ? [] : [`status after a kill ended with exit code ${exit}: ${said.trim()}`];
};
