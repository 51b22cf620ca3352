import { appendFileSync, closeSync, existsSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { CommandOutcome, Commands, TaggedCommand } from '../../ports/commands.ts';
import { directStarter } from './direct-starter.ts';
import { forkCount, signalGroup, signalProcess } from './proc.ts';
import type { Signal } from './proc.ts';
import { errorCode } from './records.ts';
import { createStarter } from './starter.ts';
import type { LongProcess, Starter } from './starter.ts';
import { TAG_VARIABLE, sweepTagged } from './sweep.ts';
import { taggedEnv } from './tag.ts';

/** What running commands needs from outside. */
export interface CommandsDeps {
  /** The environment that a command's own is added to. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Between the polite signal and the hard one after a timeout. */
  readonly killAfterMs: number;
}

/** With a tag of its own besides: another engine may run something under the same one. */
type OwnCommand = TaggedCommand & { readonly own: string };

/** How the command's own process ended; what it left behind may still run. */
type Ending = Pick<CommandOutcome, 'exit' | 'signal' | 'timedOut'>;

/** What is being abandoned is swept again this often. */
const ABANDON_POLL_MS = 50;
/** A group that was asked to end is looked at this often after its leader has gone. */
const GROUP_POLL_MS = 25;

/** Set-up and checks: each in a group of its own, output straight to its file. */
export function createCommands(deps: CommandsDeps): Commands {
  const options = { env: deps.env, holds: true };
  const starter = createStarter(options) ?? directStarter(options);
  const running = new Map<string, Promise<unknown>>();
  let count = 0;
  return {
    run: async (command) => {
      const startedAt = performance.now();
      const own = `command:${process.pid}.${(count += 1)}`;
      const ended = runToItsEnd({ ...command, own }, starter, deps);
      running.set(own, ended);
      try {
        return { ...(await ended), ms: Math.round(performance.now() - startedAt) };
      } finally {
        running.delete(own);
      }
    },
    sweep: (tag) => sweepTagged(tag),
    abandon: async () => {
      // One that is just being started has no process yet.
      while (running.size > 0) {
        await Promise.all([...running.keys()].map((own) => sweepTagged(own)));
        await Promise.race([Promise.all(running.values()), pause(ABANDON_POLL_MS)]);
      }
    },
  };
}

async function runToItsEnd(
  command: OwnCommand,
  starter: Starter,
  deps: CommandsDeps,
): Promise<Ending> {
  const forks = forkCount();
  let started: LongProcess;
  try {
    started = await start(command, starter, deps);
  } catch (error) {
    return notStarted(command, error);
  }
  const { pid } = started;
  const ending = await settle(started, command, deps);
  signalGroup(pid ?? undefined, 'SIGKILL');
  await sweepTagged(command.own, pid === null ? undefined : { pid, forks });
  if (ending.exit === 127) explainMissingFolder(command);
  return ending;
}

function start(
  { command, tag, own, logFile }: OwnCommand,
  starter: Starter,
  deps: CommandsDeps,
): Promise<LongProcess> {
  // A rerun begins the log anew.
  closeSync(openSync(logFile, 'w', 0o600));
  const outer = command.env[TAG_VARIABLE] ?? deps.env[TAG_VARIABLE];
  const env = { ...command.env, ...taggedEnv(taggedEnv({ [TAG_VARIABLE]: outer }, tag), own) };
  return starter.start({ argv: command.argv, cwd: command.cwd, env, logFile });
}

async function settle(
  { pid, ended }: LongProcess,
  command: TaggedCommand,
  deps: CommandsDeps,
): Promise<Ending> {
  const limit = armTimeout(pid ?? undefined, command.timeoutMs, deps.killAfterMs);
  // Where the shell that waited for it was killed, so is the command: nobody could say how it ends.
  const end = (await ended) ?? { exit: null, signal: 'SIGKILL' };
  const timedOut = await limit.groupGone();
  limit.clear();
  return { ...end, timedOut };
}

function armTimeout(pid: number | undefined, timeoutMs: number, killAfterMs: number) {
  const state = { due: false, killed: false };
  let hard: NodeJS.Timeout | undefined;
  const soft = setTimeout(() => {
    state.due = true;
    signalAll(pid, 'SIGTERM');
    hard = setTimeout(() => {
      state.killed = true;
      signalAll(pid, 'SIGKILL');
    }, killAfterMs);
  }, timeoutMs);
  return {
    /** After a timeout, those whom the leader left behind have their polite time too. */
    groupGone: async (): Promise<boolean> => {
      clearTimeout(soft);
      while (state.due && !state.killed && signalGroup(pid, 0)) await pause(GROUP_POLL_MS);
      return state.due;
    },
    clear: (): void => {
      clearTimeout(soft);
      clearTimeout(hard);
    },
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A process that was only just started may have no group yet. */
function signalAll(pid: number | undefined, signal: Signal): void {
  if (!signalGroup(pid, signal)) signalProcess(pid, signal);
}

/** The exit codes are those a shell gives; the log says why. */
function notStarted(command: TaggedCommand, error: unknown): Ending {
  if (!existsSync(command.command.cwd)) explainMissingFolder(command);
  else say(command, error instanceof Error ? error.message : String(error));
  return { exit: errorCode(error) === 'ENOENT' ? 127 : 126, signal: null, timedOut: false };
}

function explainMissingFolder(command: TaggedCommand): void {
  const { cwd } = command.command;
  if (!existsSync(cwd)) say(command, `${cwd} is not there`);
}

function say({ logFile }: TaggedCommand, words: string): void {
  try {
    appendFileSync(logFile, `fanin: ${words}\n`);
  } catch {
    // No log can be made either, which then is the reason itself.
  }
}
