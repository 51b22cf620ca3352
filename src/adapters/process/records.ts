import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { StopReason } from '../../domain/attempt/attempt.ts';

/** `claim.json`: the one supervisor that may start this attempt's agent. */
export interface ClaimRecord {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
  /** The host or container whose processes they are; left out: this one. See `place.ts`. */
  readonly place?: string;
  /** Epoch ms by which the supervisor has ended everything of the attempt, whoever lives. */
  readonly leaseUntil?: number;
}

/** `process.json`: the agent runs. */
export interface ProcessRecord {
  readonly supervisorPid: number;
  readonly pid: number;
  readonly startTime: string;
  readonly startedAt: number;
}

/** `exit.json`: the agent is gone, and everything it started. */
export interface ExitRecord {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stopped: StopReason | null;
  readonly lost: boolean;
  readonly at: number;
  /**
   * Why it could not be started: the supervisor's word for it (`no-folder`, `no-input`,
   * `no-record`) or a sentence; then `code` is 126 or 127.
   */
  readonly failure: string | null;
}

/** The files of an attempt that its supervisor and the engine share. */
export const FILES = {
  claim: 'claim.json',
  process: 'process.json',
  exit: 'exit.json',
  output: 'output.log',
  errors: 'errors.log',
  /** The initial text of the agent's input. */
  stdin: 'stdin.txt',
  /** A named pipe: the agent's input, where it stays open. */
  input: 'input',
  /** There once the initial text is written: messages come after it. */
  inputReady: 'input.ready',
  /** A later `leaseUntil`, where the host has slept. */
  lease: 'lease',
  /** Why the agent is to be stopped, in a word. */
  stop: 'stop',
  /** The path of the agent's own cgroup, where it has one. */
  group: 'cgroup',
  supervisorLog: 'supervisor.log',
} as const;

/**
 * A record, or null when it is not there. They appear whole or not at all, so one that cannot be
 * read is as good as none: the disk lost it in a crash of the host.
 */
export function readClaim(folder: string): ClaimRecord | null {
  const read = readObject(folder, FILES.claim);
  return typeof read?.['pid'] === 'number' ? (read as unknown as ClaimRecord) : null;
}

/** See {@link readClaim}. */
export function readProcess(folder: string): ProcessRecord | null {
  const read = readObject(folder, FILES.process);
  return typeof read?.['pid'] === 'number' ? (read as unknown as ProcessRecord) : null;
}

/** See {@link readClaim}. */
export function readExit(folder: string): ExitRecord | null {
  const read = readObject(folder, FILES.exit);
  return typeof read?.['at'] === 'number' ? (read as unknown as ExitRecord) : null;
}

/** The attempt's lease as it is now, in epoch ms; null where its claim names none. */
export function readLease(folder: string): number | null {
  const claimed = readClaim(folder)?.leaseUntil ?? null;
  try {
    const renewed = Number(readFileSync(`${folder}/${FILES.lease}`, 'utf8'));
    return Number.isFinite(renewed) ? Math.max(renewed, claimed ?? 0) : claimed;
  } catch {
    return claimed;
  }
}

/** Writes a file whole, over what was there. Throws what the file system throws. */
export function replaceText(folder: string, name: string, text: string): void {
  renameSync(writeTemporary(folder, name, text), `${folder}/${name}`);
}

/** Writes a record whole unless there is one: then false, and the first one stands. */
export function createRecord(folder: string, name: string, record: object): boolean {
  return createText(folder, name, `${JSON.stringify(record)}\n`);
}

/** See {@link createRecord}. */
export function createText(folder: string, name: string, text: string): boolean {
  const temporary = writeTemporary(folder, name, text);
  try {
    // link(2) is the one call that both publishes the whole file and refuses a second one.
    linkSync(temporary, `${folder}/${name}`);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The system's code of an error (`ENOENT`), or `''`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function writeTemporary(folder: string, name: string, text: string): string {
  const temporary = `${folder}/${name}.${process.pid}.tmp`;
  const bytes = Buffer.from(text);
  const file = openSync(temporary, 'w', 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    // After a crash of the host the others are worth nothing; this one is.
    if (name === FILES.exit) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary;
}

function readObject(folder: string, name: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
