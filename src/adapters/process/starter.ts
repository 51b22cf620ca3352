import { openShell, quoted } from './kept-shell.ts';
import type { KeptShell } from './kept-shell.ts';
import { createPool } from './pool.ts';
import { findSetsid } from './setsid.ts';
import { signalNamed } from './signal-name.ts';

/** A process that may run for long. */
export interface LongCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** On top of the starter's own environment; undefined takes a variable away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Both outputs are appended to it; it must be there. */
  readonly logFile: string;
}

/** How a process ended. One that a shell saw end by signal n cannot be told from one that exits with 128 + n. */
export interface ProcessEnd {
  readonly exit: number | null;
  readonly signal: string | null;
}

/** A process in a session, and so in a group, of its own. */
export interface LongProcess {
  /** Null: it was not started. For its first moment it has no session yet, and there is no group of this number. */
  readonly pid: number | null;
  /** Null: nobody knows, because the shell that waited for it is gone. */
  readonly ended: Promise<ProcessEnd | null>;
}

/** Starts processes through kept shells, one for each process that runs: see docs/adr/0007. */
export interface Starter {
  /** Settles when the process is there. Rejects with what the system says when it cannot be. */
  start(command: LongCommand): Promise<LongProcess>;
}

/** What a starter's processes have in common. */
export interface StarterOptions {
  /** Taken when a shell is opened. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether this process is kept alive by those that it has started. */
  readonly holds: boolean;
}

/**
 * A starter, or null on systems without setsid(1) or /proc, where processes have to be started
 * directly.
 */
export const createStarter = ({ env, holds }: StarterOptions): Starter | null => {
  const setsid = findSetsid(env['PATH']);
  if (setsid === null) return null;
  const pool = createPool<KeptShell>({
    open: () => openShell({ env }),
    isGood: (shell) => shell.alive(),
    close: (shell) => shell.end(),
    most: Infinity,
  });
  return {
    start: (command) =>
      new Promise((started, failed) => {
        if (hasNul(command)) throw new Error('An argument or a variable holds a null byte.');
        const script = scriptOf(command, setsid);
        pool.use((shell) => runIn(shell, { script, holds, started, failed })).catch(failed);
      }),
  };
};

/** The shell would leave it out, and run something else. */
const hasNul = ({ argv, cwd, env, logFile }: LongCommand): boolean =>
  [...argv, cwd, logFile, ...Object.entries(env).flat()].some((word) => word?.includes('\0'));

interface Run {
  readonly script: string;
  readonly holds: boolean;
  readonly started: (process: LongProcess) => void;
  readonly failed: (reason: Error) => void;
}

/** Settles when the process has ended. */
const runIn = async (shell: KeptShell, { script, holds, started, failed }: Run): Promise<void> => {
  const end = Promise.withResolvers<ProcessEnd | null>();
  shell.run(script, (line) => {
    const [kind, number] = line?.split(' ') ?? [];
    if (kind === 'pid') {
      started({ pid: Number(number) || null, ended: end.promise });
      if (!holds) shell.letGo();
    } else if (kind === 'end') end.resolve(endOf(Number(number)));
    else {
      // Says nothing to whom the pid was told.
      failed(new Error('The shell that was to start it has ended.'));
      end.resolve(null);
    }
  });
  await end.promise;
  shell.done();
};

/**
 * In the foreground of its shell: what a shell starts in the background ignores SIGINT for ever. The
 * subshell tells its pid and then becomes the program.
 */
const scriptOf = ({ argv, cwd, env, logFile }: LongCommand, setsid: string): string => {
  const words = [setsid, ...oddVariables(env), ...argv].map(quoted).join(' ');
  return (
    `( read -r fanin_p fanin_q </proc/self/stat; echo "pid $fanin_p"; ` +
    `cd ${quoted(cwd)} || exit 127; unset OLDPWD; ${plainVariables(env)}` +
    `exec ${words} </dev/null >>${quoted(logFile)} 2>&1 ); echo "end $?"\n`
  );
};

/** Names that a shell can set: some shells have variables of these names that cannot be. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^(P?PID|E?UID|BASH.*|SHELLOPTS|_)$/.test(name);

const plainVariables = (env: LongCommand['env']): string =>
  Object.entries(env)
    .filter(([name]) => isPlain(name))
    .map(([name, value]) =>
      value === undefined ? `unset ${name}; ` : `export ${name}=${quoted(value)}; `,
    )
    .join('');

const oddVariables = (env: LongCommand['env']): readonly string[] => {
  const odd = Object.entries(env).filter(([name]) => !isPlain(name));
  if (odd.length === 0) return [];
  const gone = odd.flatMap(([name, value]) => (value === undefined ? ['-u', name] : []));
  const set = odd.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return ['env', ...gone, ...set];
};

const endOf = (status: number): ProcessEnd => {
  const signal = status > 128 ? signalNamed(status - 128) : null;
  return signal === null ? { exit: status, signal } : { exit: null, signal };
};
