import { spawn } from 'node:child_process';

/** A program that takes over the terminal until it ends, with `input` on its standard input. */
export interface AttachedOptions {
  /** Given to `sh -c`. */
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string | Uint8Array;
}

/** Runs it; the value is whether it could be started. It may end without having read everything. */
export function runAttached({ command, env, input }: AttachedOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: { ...env },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    // Ctrl-C is for the program: less stops a search with it.
    const ignore = (): void => undefined;
    process.on('SIGINT', ignore);
    const done = (started: boolean): void => {
      process.off('SIGINT', ignore);
      resolve(started);
    };
    child.once('error', () => done(false));
    // The shell's word for "no such program".
    child.once('close', (code) => done(code !== 127));
    child.stdin.on('error', ignore);
    child.stdin.end(input);
  });
}
