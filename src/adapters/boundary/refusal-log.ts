import { fstatSync, openSync, writeSync } from 'node:fs';

/** Counts what was refused, and writes it down. */
export interface RefusalLog {
  count(host: string, port: number | null): void;
  /** Writes what has not been written yet. */
  flush(): void;
}

/** An agent can make up names for ever: from here on they are counted together. */
const MOST_HOSTS = 1000;
const MOST_BYTES = 1_000_000;
const FLUSH_MS = 1000;

/** Appends to the file at `path`; more than one gateway may. */
export function refusalLog(path: string): RefusalLog {
  const file = openSync(path, 'a', 0o600);
  const seen = new Set<string>();
  const waiting = new Map<string, { host: string; port: number | null; times: number }>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = [...waiting.values()].map((each) => `${JSON.stringify(each)}\n`).join('');
    waiting.clear();
    try {
      if (lines !== '' && fstatSync(file).size < MOST_BYTES) writeSync(file, lines);
    } catch {
      // A full disk does not open the way out.
    }
  };
  return {
    flush,
    count: (host, port) => {
      const key = `${host} ${port}`;
      const isNew = !seen.has(key);
      const known = !isNew || seen.size < MOST_HOSTS;
      if (known) seen.add(key);
      const entry = known ? { host, port } : { host: 'others', port: null };
      const waits = waiting.get(known ? key : 'others') ?? { ...entry, times: 0 };
      waiting.set(known ? key : 'others', { ...waits, times: waits.times + 1 });
      // Killed without notice, the gateway loses counts, and no names.
      if (isNew && known) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
  };
}
