import { spawn } from 'node:child_process';

/** A line that a script prints; null: the shell is gone and says nothing more. */
export type Tell = (line: string | null) => void;

/**
 * A small shell that is kept to start processes, one after the other: to fork it costs a tenth of
 * what it costs to fork Node. It ends when this process does, however that ends.
 */
export interface KeptShell {
  /** False once the shell is gone. */
  alive(): boolean;
  /** Runs a script. This process stays alive for what it tells, until `letGo` or `done`. */
  run(script: string, tell: Tell): void;
  /** Listens on, but no longer stays alive for it. */
  letGo(): void;
  /** The script has told everything. */
  done(): void;
  /** Lets the shell end. */
  end(): void;
}

/** How the shell is started: `args` are its positional parameters, `first` is run before anything else. */
export interface ShellOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
  readonly first?: string;
}

/** Starts one. A shell that cannot be started is one that is soon gone. */
export const openShell = ({ env, args = [], first }: ShellOptions): KeptShell => {
  const child = spawn('/bin/sh', ['-s', ...args], {
    env,
    // A session of its own: what a terminal sends to its foreground is not for what runs in here.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const hold = holdOf([child, child.stdin, child.stdout]);
  hold(false);
  let alive = true;
  let listener: Tell | null = null;
  const lost = (): void => {
    alive = false;
    listener?.(null);
  };
  child.once('error', lost);
  child.once('close', lost);
  child.stdin.on('error', () => undefined);
  eachLine(child.stdout, (line) => listener?.(line));
  if (first !== undefined) child.stdin.write(first);
  return {
    alive: () => alive,
    run: (script, tell) => {
      listener = tell;
      hold(true);
      if (alive) child.stdin.write(script);
      else tell(null);
    },
    letGo: () => hold(false),
    done: () => {
      listener = null;
      hold(false);
    },
    end: () => child.stdin.end(),
  };
};

/** A word that the shell takes as it is. It must not hold a NUL. */
export const quoted = (word: string): string =>
  word.includes("'") ? `'${word.replaceAll("'", `'\\''`)}'` : `'${word}'`;

const eachLine = (stream: NodeJS.ReadableStream, take: (line: string) => void): void => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
};

/** Somebody who waits for the shell keeps this process alive; an idle shell does not. */
const holdOf =
  (handles: readonly unknown[]) =>
  (on: boolean): void => {
    for (const handle of handles) if (isHandle(handle)) handle[on ? 'ref' : 'unref']();
  };

const isHandle = (value: unknown): value is { ref(): void; unref(): void } =>
  typeof value === 'object' && value !== null && 'ref' in value && 'unref' in value;
