import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { lineCutter } from '../process/driver-output.ts';

/** Follows a file that grows by lines. */
export interface FileTail {
  readonly path: string;
  /** Tells the lines that have come since; those whole, and after the writer's end the last one. */
  poll(last: boolean): void;
}

/** A file followed from its beginning; it need not be there yet. Where it has become shorter, it is read anew. */
export function tailFile(path: string, onLine: (line: string) => void): FileTail {
  return follow({ path, from: 0, anew: true }, onLine);
}

/**
 * A file followed from byte `from` on, for a reader that must hear no line twice; it need not be
 * there yet. Where it has become shorter, nothing is told until it is longer than it was.
 */
export function tailGrowth(path: string, from: number, onLine: (line: string) => void): FileTail {
  return follow({ path, from, anew: false }, onLine);
}

/**
 * Tells the lines of a file that nothing writes any more, the last one too where its end is missing.
 * Throws what the file system throws. Without `node:readline`, which alone would make a driver's
 * start a tenth longer.
 */
export function readLines(path: string, onLine: (line: string) => void): void {
  const lines = lineCutter(onLine);
  const file = openSync(path, 'r');
  try {
    readChunks(file, 0, (chunk) => lines.take(chunk));
  } finally {
    closeSync(file);
  }
  lines.end();
}

/** How long a file is, in bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

interface Followed {
  readonly path: string;
  readonly from: number;
  readonly anew: boolean;
}

function follow({ path, from, anew }: Followed, onLine: (line: string) => void): FileTail {
  let at = from;
  let lines = lineCutter(onLine);
  const again = (): void => {
    at = 0;
    lines = lineCutter(onLine);
  };
  return {
    path,
    poll: (last) => {
      const size = sizeOf(path);
      if (anew && size < at) again();
      if (size > at) at += readFrom(path, at, (chunk) => lines.take(chunk));
      if (last) lines.end();
    },
  };
}

const CHUNK_BYTES = 256 * 1024;

/** Gives out what lies in the file from `start` on; how many bytes that was. */
function readFrom(path: string, start: number, take: (chunk: Uint8Array) => void): number {
  const file = openOrNull(path);
  if (file === null) return 0;
  try {
    return readChunks(file, start, take);
  } finally {
    closeSync(file);
  }
}

function readChunks(file: number, start: number, take: (chunk: Uint8Array) => void): number {
  let at = start;
  for (;;) {
    // A new buffer each time: whoever cuts lines may keep a part of it.
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = readSync(file, buffer, 0, buffer.length, at);
    if (length === 0) return at - start;
    at += length;
    take(buffer.subarray(0, length));
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
