import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a person types commands. */
export interface Terminal {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a command ended, and all it printed. */
export interface CliEnd {
  /** Null when it had to be killed. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built binary, `npm test` has built it. */
export const BUILT_CLI = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));

/** Not an expectation but a fuse: a command that hangs must not outlive its test. */
const FUSE_MS = 150_000;

/**
 * Runs the built binary as a person would: no terminal, nothing of this process's environment but
 * what is given. A command that hangs is killed, and its `exit` is null.
 */
export function fanin({ cwd, env }: Terminal, args: readonly string[]): Promise<CliEnd> {
  const child = spawn(process.execPath, [BUILT_CLI, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const fuse = setTimeout(() => child.kill('SIGKILL'), FUSE_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => {
      clearTimeout(fuse);
      resolve({ exit, stdout, stderr });
    });
  });
}

/** An environment with the Node of this process first on PATH, a HOME of its own, and an identity for git. */
export function cleanEnv(home: string, temp: string): Record<string, string> {
  return {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    TMPDIR: temp,
    LANG: 'C.UTF-8',
    USER: 'tester',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test Person',
    GIT_AUTHOR_EMAIL: 'test@localhost',
    GIT_COMMITTER_NAME: 'Test Person',
    GIT_COMMITTER_EMAIL: 'test@localhost',
  };
}
