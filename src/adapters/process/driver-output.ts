import { writeSync } from 'node:fs';

/** A driver's standard output: what its legs print, and records of its own between their lines. */
export interface DriverOutput {
  /** Passes bytes of a leg on, as they are. */
  pass(chunk: Uint8Array): void;
  /** Writes a record as one line of JSON, at the next end of a line. */
  record(value: unknown): void;
  /** A leg has ended: a line that it left open is closed. */
  close(): void;
}

const NEWLINE = 10;

/** Writes at once: what is out is in the attempt's file, whatever dies next. */
export function createDriverOutput(fd = 1): DriverOutput {
  let midLine = false;
  let waiting: string[] = [];
  const flush = (): void => {
    const lines = waiting;
    waiting = [];
    for (const line of lines) writeAll(fd, Buffer.from(line));
  };
  return {
    pass: (chunk) => {
      const end = waiting.length === 0 ? -1 : chunk.indexOf(NEWLINE);
      if (end !== -1) {
        writeAll(fd, chunk.subarray(0, end + 1));
        flush();
      }
      const rest = end === -1 ? chunk : chunk.subarray(end + 1);
      if (rest.length > 0) writeAll(fd, rest);
      const last = chunk.at(-1);
      if (last !== undefined) midLine = last !== NEWLINE;
    },
    record: (value) => {
      waiting.push(`${JSON.stringify(value)}\n`);
      if (!midLine) flush();
    },
    close: () => {
      if (midLine) writeAll(fd, Buffer.from('\n'));
      midLine = false;
      flush();
    },
  };
}

/** To a file this is one call; a pipe (in tests) can be full, and its reader then needs a moment. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** What a driver sees of one line, in characters; the line itself goes on whole. */
const LINE_MAX = 4 * 1024 * 1024;

/** Cuts bytes into lines, in constant memory: of an over-long line the end is left out. */
export function lineCutter(onLine: (line: string) => void): {
  take(chunk: Uint8Array): void;
  end(): void;
} {
  const decoder = new TextDecoder();
  let rest = '';
  return {
    take: (chunk) => {
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      // A cut copies all that is kept: not once a chunk of a line that is too long anyway.
      if (rest.length < LINE_MAX) rest = (rest + first).slice(0, LINE_MAX);
      for (const part of more) {
        onLine(rest);
        rest = part;
      }
    },
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
