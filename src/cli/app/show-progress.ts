import type { Cli } from './cli.ts';

/** Not before somebody would ask what is going on. */
const QUIET_MS = 1_000;
const EVERY_MS = 200;

/** Tells on the terminal how far something is, and takes it away in the end. */
export function showProgress(cli: Cli, line: (done: number, all: number) => string) {
  const started = cli.now();
  let last = 0;
  return {
    tell: (done: number, all: number): void => {
      const now = cli.now();
      if (!cli.err.isTty || now - started < QUIET_MS || now - last < EVERY_MS) return;
      last = now;
      cli.err.write(`\r${line(done, all)}\u{1b}[K`);
    },
    end: (): void => {
      if (last > 0) cli.err.write('\r\u{1b}[K');
    },
  };
}
