import { vi } from 'vitest';
import { main } from '../../src/cli/main.ts';

/** What one command line came to. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, in `cwd`, as a script would: no terminal, no colour. */
export async function fanin(cwd: string, ...args: readonly string[]): Promise<Said> {
  const known = process.listeners('uncaughtException');
  const caught = capture();
  try {
    const code = await main(['-C', cwd, '--no-color', ...args]);
    return { code, out: caught.said(1), err: caught.said(2) };
  } finally {
    caught.restore();
    // `main` is made for one command line a process: what it hangs on the process must not pile up.
    for (const each of process.listeners('uncaughtException')) {
      if (!known.includes(each)) process.removeListener('uncaughtException', each);
    }
  }
}

/** The data of a command line with `--json`. */
export async function faninJson<T>(cwd: string, ...args: readonly string[]): Promise<T> {
  const { out } = await fanin(cwd, ...args, '--json');
  return JSON.parse(out) as T;
}

/** Whatever is written to the two outputs; other files are written to as ever. */
function capture() {
  const texts: Record<1 | 2, string[]> = { 1: [], 2: [] };
  const fs = process.getBuiltinModule('node:fs');
  const real = fs.writeSync;
  const keep = (fd: 1 | 2, chunk: string | NodeJS.ArrayBufferView): number => {
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    texts[fd].push(bytes.toString('utf8'));
    return bytes.length;
  };
  const spies = [
    vi
      .spyOn(fs, 'writeSync')
      .mockImplementation((fd: number, ...rest: unknown[]) =>
        fd === 1 || fd === 2
          ? keep(fd, rest[0] as Buffer)
          : Number(Reflect.apply(real, fs, [fd, ...rest])),
      ),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => keep(1, chunk) >= 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => keep(2, chunk) >= 0),
  ];
  return {
    said: (fd: 1 | 2) => texts[fd].join(''),
    restore: () => spies.forEach((spy) => spy.mockRestore()),
  };
}
