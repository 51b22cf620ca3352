import { createInterface } from 'node:readline/promises';
import { keyNames } from './key-names.ts';

/** Single keys from a terminal. */
export interface Keyboard {
  /** The next key, or null when none came within `ms`. */
  next(ms: number): Promise<string | null>;
  /** Asks for a line of text; what is left empty, or ended with Ctrl-C, is ''. */
  ask(question: string): Promise<string>;
  /** Leaves the terminal to `work` in between. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Puts the terminal into the mode for single keys; `close` puts it back. */
export function openKeyboard(stdin: NodeJS.ReadStream = process.stdin): Keyboard {
  const keys: string[] = [];
  let waiting: ((key: string) => void) | null = null;
  const onData = (sent: string): void => {
    for (const key of keyNames(sent)) {
      if (waiting === null) keys.push(key);
      else {
        waiting(key);
        waiting = null;
      }
    }
  };
  const on = (): void => {
    stdin.setRawMode(true);
    stdin.setEncoding('utf8');
    stdin.on('data', onData);
    stdin.resume();
  };
  const off = (): void => {
    stdin.off('data', onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
  const aside = async <T>(work: () => Promise<T>): Promise<T> => {
    off();
    try {
      return await work();
    } finally {
      on();
    }
  };
  on();
  return {
    next: (ms) => {
      const key = keys.shift();
      if (key !== undefined) return Promise.resolve(key);
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting = null;
          resolve(null);
        }, ms);
        waiting = (pressed) => {
          clearTimeout(timer);
          resolve(pressed);
        };
      });
    },
    ask: (question) => aside(() => askLine(stdin, question)),
    aside,
    close: off,
  };
}

async function askLine(stdin: NodeJS.ReadStream, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: process.stdout });
  const given = new AbortController();
  lines.once('SIGINT', () => given.abort()).once('close', () => given.abort());
  try {
    return await lines.question(question, { signal: given.signal });
  } catch {
    return '';
  } finally {
    lines.close();
  }
}
