import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** A program in a group of its own, with this process's standard streams. */
export interface OwnGroupOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts it. A failure to start is the child's `error` event. */
export function spawnOwnGroup({ argv, cwd, env }: OwnGroupOptions): ChildProcess {
  const [program = '', ...args] = argv;
  return spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: 'inherit' });
}

/** Ends a group when this process is gone, whatever ended it. */
export interface GroupWatch {
  /** The leader's pid. */
  readonly of: (group: number) => void;
  /** It is not needed any more. */
  readonly callOff: () => void;
}

/** Starts one before there is a group, so that hardly a moment goes without. */
export function watchGroup(): GroupWatch {
  // Its input ends when this process does: nobody else has the other end.
  const script = 'read -r group || exit; read -r _; kill -KILL -- "-$group"';
  const watch = spawn('/bin/sh', ['-c', script], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  watch.unref();
  return {
    of: (group) => void watch.stdin.write(`${group}\n`),
    callOff: () => void watch.kill('SIGKILL'),
  };
}
