import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShell, quoted } from './kept-shell.ts';
import type { KeptShell } from './kept-shell.ts';
import { createPool } from './pool.ts';
import type { RunOutcome } from './run.ts';
import { signalNamed } from './signal-name.ts';

/** A short command for the nursery. `env` is added to the nursery's own environment. */
export interface NurseryCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Cap on each of the two outputs. */
  readonly maxBytes: number;
  /** Exit codes after which the next command of a sequence is run. Default: 0 alone. */
  readonly goOn?: readonly number[];
}

/**
 * Starts short commands through small shells that are kept: see docs/adr/0007. Outputs travel
 * through files, since they may hold anything.
 */
export interface Nursery {
  /**
   * Runs commands one after the other, up to the first that ends with another code than its `goOn`;
   * the outcomes are those of the commands that were run. Never throws.
   */
  run(commands: readonly NurseryCommand[]): Promise<readonly RunOutcome[]>;
}

/** What a nursery's commands have in common. */
export interface NurseryOptions {
  readonly env: () => Readonly<Record<string, string | undefined>>;
  /** When this changes, the environment is asked for again. It is looked at before every command. */
  readonly stamp: () => string;
}

/** A shell, and the folder that holds the files of what it runs; the shell makes it, and takes it away when it ends. */
interface Place {
  readonly shell: KeptShell;
  readonly folder: string;
  readonly stamp: string;
  /** Outputs, open for as long as the shell is kept, by their names in the folder. */
  readonly open: Map<string, number>;
  /** The shell has told something: its folder is there. */
  isMade: boolean;
}

/** More at once would only wait for processors and the disk. */
const MOST_SHELLS = 4;

/** A nursery; its shells are started as they are needed. */
export const createNursery = (options: NurseryOptions): Nursery => {
  // A command has the rights of the moment it is asked for.
  const stampNow = (): string => `${String(process.geteuid?.())} ${options.stamp()}`;
  const pool = createPool<Place>({
    open: () => openPlace(options.env(), stampNow()),
    // Cleaners of temporary folders exist.
    isGood: ({ shell, folder, stamp }) =>
      stamp === stampNow() && shell.alive() && existsSync(folder),
    close: ({ shell, open }) => {
      shell.end();
      for (const file of open.values()) closeSync(file);
    },
    most: MOST_SHELLS,
  });
  return {
    run: async (commands) => {
      if (commands.some(hasNul)) return [notStarted('an argument or a variable holds a null byte')];
      try {
        return await pool.use((place) => runIn(place, commands));
      } catch (error) {
        return [notStarted(error instanceof Error ? error.message : String(error))];
      }
    },
  };
};

const hasNul = ({ argv, cwd, env }: NurseryCommand): boolean =>
  cwd.includes('\0') ||
  argv.some((each) => each.includes('\0')) ||
  Object.values(env).some((each) => each.includes('\0'));

const openPlace = (env: ReturnType<NurseryOptions['env']>, stamp: string): Place => {
  const folder = join(tmpdir(), `fanin-nursery-${randomUUID()}`);
  // When its input ends the shell takes the folder away, even where this process was killed; and when
  // there is nobody left to tell how a command has ended. It makes it itself: a folder that this
  // process made would stay where it is killed before the shell knows of it. `-p`: whatever PATH there is.
  const first =
    'command -p mkdir -m 700 "$1" || exit; trap \'command -p rm -rf "$1"\' EXIT; trap exit PIPE\n';
  const shell = openShell({ env, args: [folder], first });
  return { shell, folder, stamp, open: new Map(), isMade: false };
};

const runIn = async (
  place: Place,
  commands: readonly NurseryCommand[],
): Promise<readonly RunOutcome[]> => {
  const { folder } = place;
  const hasInput = commands.some(({ input }) => input !== undefined);
  if (hasInput && !place.isMade) await told(place, 'echo\n');
  if (hasInput && !place.isMade) return [notStarted(lossOf(place))];
  for (const [index, { input }] of commands.entries())
    if (input !== undefined) writeOver(join(folder, `${index}.in`), input);
  const line = await told(place, scriptOf(folder, commands));
  if (line === null) return [notStarted(lossOf(place))];
  const words = line.trim().split(' ');
  return commands
    .slice(0, words.length)
    .map((command, index) => outcomeOf(place, { index, word: words[index] ?? '' }, command));
};

/** What the shell says to a script; null: it is gone. */
const told = async (place: Place, script: string): Promise<string | null> => {
  const line = await new Promise<string | null>((resolve) => {
    place.shell.run(script, resolve);
  });
  place.shell.done();
  if (line !== null) place.isMade = true;
  return line;
};

const lossOf = ({ folder, isMade }: Place): string =>
  isMade
    ? 'the shell that starts commands has ended'
    : `the shell that starts commands has ended before it made ${folder}`;

/** Emptied by nobody first, for the same reason as the outputs. */
const writeOver = (file: string, content: string | Uint8Array): void => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const open = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(open, bytes, at);
    ftruncateSync(open, bytes.length);
  } finally {
    closeSync(open);
  }
};

/** Nothing more is begun for a process that is gone: the next one may be at the same work by now. */
const IF_ASKED = 'if kill -0 "$PPID" 2>/dev/null; then ';

/**
 * In the foreground of the shell: no process but the command's own is made. The shell does not stay
 * in the last command's folder, where it would count as somebody at work.
 */
const scriptOf = (folder: string, commands: readonly NurseryCommand[]): string => {
  const script = commands.reduceRight((rest, command, index) => {
    const step = stepOf(join(folder, String(index)), command);
    const goOn = (command.goOn ?? [0]).join('|');
    return rest === '' ? step : `${step}; case $fanin_s in ${goOn}) ${IF_ASKED}${rest}; fi;; esac`;
  }, '');
  return `fanin_r=; ${script}; cd /; printf '%s\\n' "$fanin_r"\n`;
};

/**
 * Adds a word to `$fanin_r`: the exit code, an `o` where there is output, an `e` where there are errors.
 * The files are empty, and stay open as they are: one that an open has emptied, ext4 writes to the
 * disk as soon as it is closed.
 */
const stepOf = (files: string, { argv, cwd, env, input }: NurseryCommand): string => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)} `);
  const from = input === undefined ? '/dev/null' : quoted(`${files}.in`);
  const [out, errors] = [quoted(`${files}.out`), quoted(`${files}.err`)];
  const command = `${variables.join('')}${argv.map(quoted).join(' ')}`;
  return (
    `if cd ${quoted(cwd)} 2<>${errors}; then ${command} <${from} 1<>${out} 2<>${errors}; ` +
    `fanin_s=$?; else fanin_s=127; fi; fanin_r="$fanin_r $fanin_s"; ` +
    `[ -s ${out} ] && fanin_r=\${fanin_r}o; [ -s ${errors} ] && fanin_r=\${fanin_r}e`
  );
};

/** A shell tells a signal n as 128 + n; git itself never exits that high but for a usage error, 129. */
const outcomeOf = (
  place: Place,
  { index, word }: { readonly index: number; readonly word: string },
  { maxBytes }: NurseryCommand,
): RunOutcome => {
  const status = Number.parseInt(word, 10);
  const stdout = word.includes('o') ? takeCapped(place, `${index}.out`, maxBytes) : NOTHING;
  const stderr = word.endsWith('e') ? takeCapped(place, `${index}.err`, maxBytes) : NOTHING;
  const signal = status > 129 ? signalNamed(status - 128) : null;
  const failure = status === 127 ? 'not-found' : status === 126 ? 'not-executable' : null;
  return {
    exit: signal !== null || failure !== null ? null : status,
    signal,
    stdout: stdout.bytes,
    stderr: stderr.bytes,
    truncated: stdout.over || stderr.over,
    failure,
  };
};

interface Output {
  readonly bytes: Buffer;
  readonly over: boolean;
}

const EMPTY = Buffer.alloc(0);
const NOTHING: Output = { bytes: EMPTY, over: false };

/** Reads an output that is there, and leaves its file empty. */
const takeCapped = (place: Place, name: string, maxBytes: number): Output => {
  let file = place.open.get(name) ?? openOutput(place, name);
  let length = readSync(file, SHORT, 0, SHORT.length, 0);
  // Cleaners of temporary folders exist: the shell has made another file of the name.
  if (length === 0) {
    closeSync(file);
    file = openOutput(place, name);
    length = readSync(file, SHORT, 0, SHORT.length, 0);
  }
  const isShort = length < Math.min(SHORT.length, maxBytes);
  const bytes = isShort ? Buffer.from(SHORT.subarray(0, length)) : wholeOf(file, maxBytes);
  ftruncateSync(file);
  return bytes === null ? { bytes: EMPTY, over: true } : { bytes, over: false };
};

/** Nearly every output is shorter. */
const SHORT = Buffer.allocUnsafe(64 * 1024);

/** Null: it is longer than the cap. */
const wholeOf = (file: number, maxBytes: number): Buffer | null => {
  const { size } = fstatSync(file);
  if (size > maxBytes) return null;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (let read = -1; read !== 0 && at < size; at += read)
    read = readSync(file, bytes, at, size - at, at);
  return bytes.subarray(0, at);
};

const openOutput = ({ folder, open }: Place, name: string): number => {
  const file = openSync(join(folder, name), 'r+');
  open.set(name, file);
  return file;
};

const notStarted = (words: string): RunOutcome => ({
  exit: null,
  signal: null,
  stdout: EMPTY,
  stderr: Buffer.from(words),
  truncated: false,
  failure: 'not-executable',
});
