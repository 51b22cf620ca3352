import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { signalGroup } from './proc.ts';

/** A short command whose output is wanted in memory. Never a shell: `argv` is given as it is. */
export interface RunOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; fanin's own when left out. Undefined values are left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** Cap on each of the two outputs; what comes after it is read and dropped. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Default: none. */
  readonly timeoutMs?: number;
}

/** How a short command ended. Every way of failing is a value. */
export interface RunOutcome {
  /** Null when a signal ended it, or when it did not start. */
  readonly exit: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** True when one of the outputs was longer than the cap. */
  readonly truncated: boolean;
  /**
   * `not-found`: no such program, or no such working folder; `not-executable`: the system refused
   * to start it (stderr then holds the system's words).
   */
  readonly failure: 'not-found' | 'not-executable' | 'timed-out' | null;
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** From the polite signal to the hard one after a timeout. */
const KILL_AFTER_MS = 2_000;
/** A child of the command that keeps its outputs open is waited for this long after its exit. */
const LINGER_MS = 1_000;

/** Runs a command to its end and captures its outputs. Never throws. */
export function run(options: RunOptions): Promise<RunOutcome> {
  const [file = '', ...args] = options.argv;
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      // A group of its own: a timeout reaches everything it started.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    // Too long an argument list, or a NUL byte in it: the only failures that come synchronously.
    return Promise.resolve(notStarted(error));
  }
  return settle(child, options);
}

function settle(child: ChildProcessWithoutNullStreams, options: RunOptions): Promise<RunOutcome> {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const stdout = collect(child.stdout, maxBytes);
  const stderr = collect(child.stderr, maxBytes);
  const limit = armTimeout(child, options.timeoutMs);
  return new Promise((resolve) => {
    let linger: NodeJS.Timeout | undefined;
    child.once('error', (error) => {
      // After a start only `kill` and `send` fail here, and neither is used.
      if (child.pid !== undefined) return;
      limit.clear();
      resolve(notStarted(error));
    });
    child.once('exit', () => {
      linger = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, LINGER_MS);
    });
    child.once('close', (exit, signal) => {
      clearTimeout(linger);
      limit.clear();
      resolve({
        exit,
        signal,
        stdout: stdout.bytes(),
        stderr: stderr.bytes(),
        truncated: stdout.truncated() || stderr.truncated(),
        failure: limit.hit() ? 'timed-out' : null,
      });
    });
    // A command may end without having read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}

function collect(stream: NodeJS.ReadableStream, maxBytes: number) {
  const chunks: Buffer[] = [];
  let kept = 0;
  let over = false;
  stream.on('data', (chunk: Buffer) => {
    const room = maxBytes - kept;
    if (chunk.length > room) over = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    kept += part.length;
    chunks.push(part);
  });
  return { bytes: () => Buffer.concat(chunks), truncated: () => over };
}

function armTimeout(child: ChildProcessWithoutNullStreams, timeoutMs: number | undefined) {
  let hit = false;
  let hard: NodeJS.Timeout | undefined;
  const soft =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          hit = true;
          signalGroup(child.pid, 'SIGTERM');
          hard = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
        }, timeoutMs);
  return {
    hit: () => hit,
    clear: () => {
      clearTimeout(soft);
      clearTimeout(hard);
    },
  };
}

function notStarted(error: unknown): RunOutcome {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return {
    exit: null,
    signal: null,
    stdout: Buffer.alloc(0),
    stderr: Buffer.from(error instanceof Error ? error.message : String(error)),
    truncated: false,
    failure: missing ? 'not-found' : 'not-executable',
  };
}
