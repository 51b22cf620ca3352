import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';

/** A signal that fanin sends, or 0 to ask whether there is anybody. */
export type Signal =
  | 'SIGINT'
  | 'SIGTERM'
  | 'SIGKILL'
  | 'SIGHUP'
  | 'SIGQUIT'
  | 'SIGUSR1'
  | 'SIGUSR2'
  | 0;

const HAS_PROC = fs.existsSync('/proc/self/stat');
/** Places in `/proc/<pid>/stat` after the command's closing bracket, which is field 2. */
const STATE = 3 - 3;
const START_TIME = 22 - 3;

/** When a process started, in clock ticks since boot; `''` when there is no such process. */
export function startTimeOf(pid: number): string {
  if (!HAS_PROC) return psColumn(pid, 'lstart');
  return statFields(pid)[START_TIME] ?? '';
}

/**
 * Whether the very process is alive that had this pid and this start time. A zombie is not.
 * An empty start time stands for "not known": then the pid alone decides.
 */
export function processAlive(pid: number, startTime: string): boolean {
  if (!HAS_PROC) {
    return signalProcess(pid, 0) && (startTime === '' || psColumn(pid, 'lstart') === startTime);
  }
  const fields = statFields(pid);
  const state = fields[STATE];
  if (state === undefined || state === 'Z' || state === 'X') return false;
  return startTime === '' || fields[START_TIME] === startTime;
}

/** Changes with every boot: pids and start times are worth nothing after one. */
export function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return HAS_PROC ? '' : output('sysctl', ['-n', 'kern.boottime']);
  }
}

/** Signals one process; false when there is none, or none that may be signalled. */
export function signalProcess(pid: number | undefined, signal: Signal): boolean {
  // 0 and -1 mean "my own group" and "everybody" to kill(2); 1 is never ours.
  return pid !== undefined && pid > 1 && send(pid, signal);
}

/** Signals a process group by its leader's pid; false when nobody is left in it. */
export function signalGroup(leader: number | undefined, signal: Signal): boolean {
  return leader !== undefined && leader > 1 && send(-leader, signal);
}

/** The pids of all processes, threads of the kernel among them. */
export function allPids(): readonly number[] {
  if (!HAS_PROC) return psPids();
  return fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** How many processes and threads this host has ever started; null where it does not tell. */
export function forkCount(): number | null {
  try {
    const count = /^processes (\d+)$/m.exec(fs.readFileSync('/proc/stat', 'utf8'))?.[1];
    return count === undefined ? null : Number(count);
  } catch {
    return null;
  }
}

/**
 * Whether pids given out since then are all above `pid`: they are given out in order and start
 * anew at the highest one. `forksThen` is the {@link forkCount} of that time.
 */
export function pidsStillRise(pid: number, forksThen: number | null): boolean {
  const forksNow = forkCount();
  if (forksThen === null || forksNow === null) return false;
  try {
    const highest = Number(fs.readFileSync('/proc/sys/kernel/pid_max', 'utf8'));
    // Twice as many as counted: a start that failed has used up a pid as well.
    return 2 * (forksNow - forksThen) < highest - pid;
  } catch {
    return false;
  }
}

/**
 * What a reader of environments says: entries that end with NUL. `not-ours`: it is not ours to
 * read. `gone`: there is no such process (any more), or nobody knows. Empty: none yet, perhaps,
 * since a process has none for a moment while it starts a program.
 */
export type EnvironmentRead = { readonly entries: string } | 'not-ours' | 'gone';

/** A reader of the environments of many processes. */
export function environmentReader(): (pid: number) => EnvironmentRead {
  if (!HAS_PROC) return psEnvironment;
  // One buffer for hundreds of processes, and no stack traces for those that are not ours.
  let buffer = Buffer.allocUnsafe(32 * 1024);
  return (pid) => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    let file: number | undefined;
    try {
      file = fs.openSync(`/proc/${pid}/environ`, 'r');
      let length = fs.readSync(file, buffer, 0, buffer.length, 0);
      while (length === buffer.length) {
        buffer = Buffer.allocUnsafe(buffer.length * 2);
        length = fs.readSync(file, buffer, 0, buffer.length, 0);
      }
      return { entries: buffer.toString('latin1', 0, length) };
    } catch (error) {
      return isRefusal(error) ? 'not-ours' : 'gone';
    } finally {
      if (file !== undefined) fs.closeSync(file);
      Error.stackTraceLimit = limit;
    }
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EACCES|EPERM)$/.test(String(error.code));
}

function send(target: number, signal: Signal): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

function statFields(pid: number): readonly string[] {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets; nothing after it does.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

// From here on: systems without /proc (macOS). Written from its manual, untested.

function psColumn(pid: number, column: string): string {
  return output('ps', ['-o', `${column}=`, '-p', String(pid)]);
}

function psPids(): readonly number[] {
  return output('ps', ['-axo', 'pid=']).split('\n').map(Number);
}

function psEnvironment(pid: number): EnvironmentRead {
  const words = output('ps', ['-Eww', '-o', 'command=', '-p', String(pid)]);
  return words === '' ? 'gone' : { entries: words.replaceAll(' ', '\0') };
}

function output(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim() ?? '';
}
