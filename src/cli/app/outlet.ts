// Every command loads this file. `getBuiltinModule` spares it the import facades, and a pipe or file is
// written to without `process.stdout`, which would load the network stack: 10 ms of 60 together.
const fs = process.getBuiltinModule('node:fs');

/** One of the two outputs of a command. */
export interface Outlet {
  readonly isTty: boolean;
  /** The terminal's width and height now; null for what is no terminal. */
  columns(): number | null;
  rows(): number | null;
  lines(lines: readonly string[]): void;
  write(text: string): void;
  /** True once the reading end is gone: a command that would go on for ever ends then. */
  closed(): boolean;
}

/** The standard output (1) or the standard error (2). A reading end that goes away is no error. */
export function outlet(fd: 1 | 2): Outlet {
  return mayBeTerminal(fd) ? streamOutlet(fd) : plainOutlet(fd);
}

/** Anything but a pipe, a file and the like; a closed descriptor is none. */
function mayBeTerminal(fd: 1 | 2): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

/** Lets `| head` end without a complaint. */
function streamOf(fd: 1 | 2): NodeJS.WriteStream {
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (stream.listenerCount('error', forgive) === 0) stream.on('error', forgive);
  return stream;
}

function forgive(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

function streamOutlet(fd: 1 | 2): Outlet {
  const stream = streamOf(fd);
  // The null device is one of the others.
  const isTty = stream.isTTY;
  const write = (text: string): void => {
    if (stream.writable) stream.write(text);
  };
  return {
    isTty,
    columns: () => (isTty ? stream.columns : null),
    rows: () => (isTty ? stream.rows : null),
    lines: (lines) => write(joined(lines)),
    write,
    closed: () => !stream.writable,
  };
}

function plainOutlet(fd: 1 | 2): Outlet {
  let closed = false;
  const write = (text: string): void => {
    if (text !== '' && !closed) closed = !writeAll(fd, Buffer.from(text));
  };
  return {
    isTty: false,
    columns: () => null,
    rows: () => null,
    lines: (lines) => write(joined(lines)),
    write,
    closed: () => closed,
  };
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Whether somebody may still read what was written. */
function writeAll(fd: 1 | 2, bytes: Buffer): boolean {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      // Another process has made the pipe non-blocking and it is full: streams know how to wait.
      streamOf(fd).write(bytes.subarray(done));
      return true;
    }
  }
  return true;
}
