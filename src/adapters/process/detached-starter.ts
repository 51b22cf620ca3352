import { closeSync, openSync } from 'node:fs';
import { openShell, quoted } from './kept-shell.ts';
import type { KeptShell } from './kept-shell.ts';
import { createPool } from './pool.ts';
import { findSetsid } from './setsid.ts';
import { spawnDetached } from './spawn.ts';
import type { DetachedOptions } from './spawn.ts';

/** Starts processes that outlive this one, are nobody's children, and are not waited for. */
export interface DetachedStarter {
  /**
   * Settles when the process is on its way: whether it gets anywhere it has to tell itself. Rejects
   * with what the system says at once (`E2BIG`, a NUL in an argument, no log file).
   */
  start(options: DetachedLog): Promise<void>;
}

/** A detached process whose outputs are kept. */
export type DetachedLog = DetachedOptions & { readonly logFile: string };

/**
 * Starts them through a kept shell, see docs/adr/0007, and where that cannot be, from Node.
 * `base` is what the environments of all of them have in common.
 */
export const createDetachedStarter = (base: Readonly<Record<string, string>>): DetachedStarter => {
  const setsid = findSetsid(base['PATH']);
  const pool = createPool<KeptShell>({
    open: () => openShell({ env: base }),
    isGood: (shell) => shell.alive(),
    close: (shell) => shell.end(),
    // Each start is a matter of a millisecond.
    most: 1,
  });
  return {
    start: async (options) => {
      const script = setsid === null ? null : scriptOf(options, { setsid, base });
      // Made here, it is for nobody else to read.
      closeSync(openSync(options.logFile, 'a', 0o600));
      if (script !== null && (await pool.use((shell) => runIn(shell, script)))) return;
      // Said again by Node, a refusal has the system's word for it.
      spawnDetached(options).once('error', () => undefined);
    },
  };
};

/** Whether it was started. */
const runIn = async (shell: KeptShell, script: string): Promise<boolean> => {
  const line = await new Promise<string | null>((resolve) => {
    shell.run(script, resolve);
  });
  shell.done();
  return line === '0';
};

interface Surroundings {
  readonly setsid: string;
  readonly base: Readonly<Record<string, string>>;
}

/**
 * The subshell becomes setsid(1), which forks, so that nobody is the parent, and is done. Not in the
 * background: what a shell starts there ignores SIGINT for ever. Nothing is begun for a process that
 * is gone. Null: no shell can hold it.
 */
const scriptOf = (
  { argv, cwd, env, logFile }: DetachedLog,
  { setsid, base }: Surroundings,
): string | null => {
  const own = Object.entries(env).filter(([name, value]) => base[name] !== value);
  const words = [...argv, cwd, logFile, ...own.flat()];
  if (words.some((word) => word.includes('\0'))) return null;
  if (own.some(([name]) => !SHELL_NAME.test(name))) return null;
  const variables = own.map(([name, value]) => `export ${name}=${quoted(value)}; `).join('');
  const command = [setsid, '-f', ...argv].map(quoted).join(' ');
  return (
    `kill -0 "$PPID" 2>/dev/null && ( cd ${quoted(cwd)} && unset OLDPWD && ${variables}` +
    `exec ${command} </dev/null >>${quoted(logFile)} 2>&1 ); echo "$?"\n`
  );
};

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
