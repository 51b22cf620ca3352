import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

/** What a command has said. `over`: it was more than the cap, and is gone. */
export interface Output {
  readonly bytes: Buffer;
  readonly over: boolean;
}

const EMPTY = Buffer.alloc(0);
export const NO_OUTPUT: Output = { bytes: EMPTY, over: false };

/** A file that commands append to, one after the other, and that stays open here. */
export interface KeptOutput {
  /** What came since the last time. The file is there. */
  take(maxBytes: number): Output;
  close(): void;
}

/** Nearly every output is shorter. */
const SHORT = Buffer.allocUnsafe(64 * 1024);

/**
 * An output that grows up to `keep` bytes before it is emptied: to empty a file costs more than to
 * read it. Throws what the system says of the file.
 */
export const keptOutput = (path: string, keep: number): KeptOutput => {
  let file = openSync(path, 'r+');
  let at = 0;
  const next = (): number => readSync(file, SHORT, 0, SHORT.length, at);
  const again = (): number => {
    // Cleaners of temporary folders exist: then commands have another file of the name.
    if (fstatSync(file).nlink > 0) return 0;
    closeSync(file);
    file = openSync(path, 'r+');
    at = 0;
    return next();
  };
  return {
    take: (maxBytes) => {
      const length = next() || again();
      if (length === 0) return NO_OUTPUT;
      const isShort = length < Math.min(SHORT.length, maxBytes);
      const bytes = isShort ? Buffer.from(SHORT.subarray(0, length)) : rest(file, at, maxBytes);
      at += bytes?.length ?? keep;
      if (at >= keep) {
        ftruncateSync(file);
        at = 0;
      }
      return bytes === null ? { bytes: EMPTY, over: true } : { bytes, over: false };
    },
    close: () => closeSync(file),
  };
};

/** All from there on; null: it is longer than the cap. */
const rest = (file: number, from: number, maxBytes: number): Buffer | null => {
  const size = fstatSync(file).size - from;
  if (size > maxBytes) return null;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (let read = -1; read !== 0 && at < size; at += read)
    read = readSync(file, bytes, at, size - at, from + at);
  return bytes.subarray(0, at);
};
