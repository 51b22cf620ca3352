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
  let at = 0;
  const lines = lineCutter(onLine);
  return {
    path,
    poll: (last) => {
      const size = sizeOf(path);
      if (size < at) at = 0;
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
    let at = start;
    for (;;) {
      // A new buffer each time: whoever cuts lines may keep a part of it.
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, buffer, 0, buffer.length, at);
      if (length === 0) return at - start;
      at += length;
      take(buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
