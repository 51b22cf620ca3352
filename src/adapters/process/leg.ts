import { spawn } from 'node:child_process';
import { forkCount, signalGroup } from './proc.ts';
import { sweepTagged, TAG_SEPARATOR, TAG_VARIABLE } from './sweep.ts';
import { taggedEnv } from './tag.ts';

/** One process of an agent, run by its driver: see docs/adr/0011. */
export interface LegOptions {
  /** Names it among the legs of its driver. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to its input; the input is ended after it unless `keepOpen`. */
  readonly stdin: string;
  readonly keepOpen: boolean;
  /** Told of its output as it comes, in bytes. */
  readonly onOutput: (chunk: Uint8Array) => void;
  /** Told of its errors, which go on from there; without it they go where the driver's go. */
  readonly onErrors?: (chunk: Uint8Array) => void;
}

/** How a leg ended; `failure`: it was not started, in the system's words. */
export interface LegEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly failure: string | null;
}

/** A running one, in a group of its own. */
export interface Leg {
  /** Writes to its input; false when that is closed. */
  write(text: string): boolean;
  endInput(): void;
  /** To its whole group. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  /** Settles when it is gone and its output read to the end. */
  readonly ended: Promise<LegEnd>;
  /** Ends everything that it has left behind, wherever that went; to be called after its end. */
  sweep(): Promise<void>;
}

/** Something that keeps the output open after the leg's exit is waited for this long, in ms. */
const LINGER_MS = 1_000;

/** Starts a leg. */
export function startLeg(options: LegOptions): Leg {
  const [file = '', ...args] = options.argv;
  const own = `${process.env[TAG_VARIABLE]?.split(TAG_SEPARATOR).at(-1) ?? 'untagged'}/${options.name}`;
  const how = { cwd: options.cwd, env: taggedEnv(options.env, own), detached: true };
  const forks = forkCount();
  const child =
    options.onErrors === undefined
      ? spawn(file, args, { ...how, stdio: ['pipe', 'pipe', 'inherit'] })
      : spawn(file, args, { ...how, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined);
  if (options.stdin !== '') child.stdin.write(options.stdin);
  if (!options.keepOpen) child.stdin.end();
  child.stdout.on('data', options.onOutput);
  if (options.onErrors !== undefined) child.stderr?.on('data', options.onErrors);
  const ended = new Promise<LegEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, failure: error.message });
    });
    child.once('exit', () =>
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr?.destroy();
      }, LINGER_MS).unref(),
    );
    child.once('close', (code, signal) => {
      if (child.pid !== undefined) resolve({ code, signal, failure: null });
    });
  });
  return {
    write: (text) => child.stdin.writable && (child.stdin.write(text), true),
    endInput: () => child.stdin.end(),
    signal: (name) => void signalGroup(child.pid, name),
    ended,
    sweep: async () => {
      if (child.pid !== undefined) await sweepTagged(own, { pid: child.pid, forks });
    },
  };
}
