import { endGroup, removeGroup } from './agent-group.ts';
import { existsSync, rmSync, watch } from 'node:fs';
import type { StopReason } from '../../domain/attempt/attempt.ts';
import type { SupervisionState } from '../../ports/supervision.ts';
import { bootId, processAlive, signalGroup, signalProcess } from './proc.ts';
import { place } from './place.ts';
import {
  FILES,
  createRecord,
  readClaim,
  readExit,
  readLease,
  readProcess,
  replaceText,
} from './records.ts';
import type { ClaimRecord, ExitRecord, ProcessRecord } from './records.ts';
import { supervisorTag } from './supervisor/own-tag.ts';
import { sweepTagged } from './sweep.ts';

/** What the attempt's files say at this moment, and whether its supervisor lives. */
export type Observation =
  | { readonly kind: 'absent' }
  /** Claimed, by a supervisor that lives or is just writing its claim: the agent is about to start. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'alive'; readonly process: ProcessRecord }
  | { readonly kind: 'exited'; readonly process: ProcessRecord | null; readonly exit: ExitRecord }
  /** The supervisor is gone and has left no exit record. */
  | { readonly kind: 'orphaned'; readonly process: ProcessRecord | null };

/** Looks once. Changes nothing. */
export function observe(folder: string): Observation {
  const claim = readClaim(folder);
  // Alive or not is asked before the exit record is read: a supervisor writes it and then ends.
  const lives = claim !== null && mayLive(folder, claim);
  const process = readProcess(folder);
  const exit = readExit(folder);
  if (exit !== null) return { kind: 'exited', process, exit };
  // A claim that cannot be read is one all the same: an agent may have been started under it.
  if (claim === null)
    return { kind: existsSync(`${folder}/${FILES.claim}`) ? 'starting' : 'absent' };
  if (!lives) return { kind: 'orphaned', process };
  return process === null ? { kind: 'starting' } : { kind: 'alive', process };
}

/** Whether the supervisor that has claimed the attempt is alive; null where none is known. */
export function supervisorLives(folder: string): boolean | null {
  const claim = readClaim(folder);
  return claim === null ? null : mayLive(folder, claim);
}

/**
 * Looks whenever the folder changes, and every `pollMs` besides, until `enough` says so or the
 * time is up; the last observation either way.
 */
export async function observeUntil(
  folder: string,
  enough: (observation: Observation) => boolean,
  { limitMs, pollMs }: { readonly limitMs: number; readonly pollMs: number },
): Promise<Observation> {
  const changes = folderChanges(folder);
  // Not by the time of day: a host that slept has kept its supervisors from their work as well.
  const until = performance.now() + limitMs;
  try {
    let observation = observe(folder);
    while (!enough(observation) && performance.now() < until) {
      await changes.next(pollMs);
      observation = observe(folder);
    }
    return observation;
  } finally {
    changes.close();
  }
}

/**
 * Settles an attempt whose supervisor died: ends everything that is left of it and records that
 * nobody saw its end. Whoever records first is right; the value is the record that stands.
 */
export async function settleOrphan(
  folder: string,
  tag: string,
  stopped: StopReason | null,
): Promise<ExitRecord> {
  // A supervisor is two processes and a sleep: none of them may go on alone.
  await sweepTagged(supervisorTag(tag));
  const process = readProcess(folder);
  if (process !== null && isHere(folder) && processAlive(process.pid, process.startTime)) {
    signalGroup(process.pid, 'SIGKILL');
  }
  if (isHere(folder)) endGroup(folder);
  await sweepTagged(tag);
  if (isHere(folder)) removeGroup(folder);
  const record: ExitRecord = {
    code: null,
    signal: null,
    stopped,
    lost: true,
    at: Date.now(),
    failure: null,
  };
  try {
    const mine = createRecord(folder, FILES.exit, record);
    // The supervisor died before it could finish its own.
    if (!mine && readExit(folder) === null) replaceText(folder, FILES.exit, JSON.stringify(record));
  } catch {
    // A full disk: the next look finds the orphan again, and says the same.
  }
  return readExit(folder) ?? record;
}

/** A supervisor that is alive and out of reach is ended; then its attempt is settled. */
export async function abandon(
  folder: string,
  tag: string,
  stopped: StopReason | null,
): Promise<void> {
  const claim = readClaim(folder);
  if (claim !== null && isHere(folder) && isAlive(claim)) signalProcess(claim.pid, 'SIGKILL');
  if (readExit(folder) === null) await settleOrphan(folder, tag, stopped);
}

/** Removes what only a live agent has a use for. The supervisor leaves that to the engine. */
export function tidyUp(folder: string): void {
  for (const name of [FILES.stdin, FILES.inputReady, FILES.input, FILES.lease, FILES.stop]) {
    const path = `${folder}/${name}`;
    if (existsSync(path)) rmSync(path, { force: true });
  }
  removeGroup(folder);
}

/** The exited state as the port has it. */
export function exitedState(
  process: ProcessRecord | null,
  exit: ExitRecord,
): SupervisionState & { kind: 'exited' } {
  const { code, signal, lost, stopped, at } = exit;
  return {
    kind: 'exited',
    process: process === null ? null : agentProcess(process),
    startedAt: process?.startedAt ?? at,
    exit: { code, signal, lost, stopped },
    at,
  };
}

/** The alive state as the port has it. */
export function aliveState(process: ProcessRecord): SupervisionState & { kind: 'alive' } {
  return { kind: 'alive', process: agentProcess(process), startedAt: process.startedAt };
}

/** Whether its processes are those of this host: only then do pids mean anything here. */
export function isHere(folder: string): boolean {
  return isOurs(readClaim(folder));
}

function isOurs(claim: ClaimRecord | null): boolean {
  const theirs = claim?.place ?? '';
  return theirs === '' || place() === '' || theirs === place();
}

/**
 * The table of processes tells of this host. Of another one nothing is known: whoever is there may be
 * at work until the lease is over.
 */
function mayLive(folder: string, claim: ClaimRecord): boolean {
  if (isOurs(claim)) return isAlive(claim);
  const lease = readLease(folder);
  return lease === null || Date.now() < lease;
}

function isAlive(claim: ClaimRecord): boolean {
  return claim.bootId === bootId() && processAlive(claim.pid, claim.startTime);
}

function agentProcess({ supervisorPid, pid, startTime }: ProcessRecord) {
  return { supervisorPid, pid, startTime };
}

function folderChanges(folder: string) {
  let wake = (): void => undefined;
  let watcher: ReturnType<typeof watch> | undefined;
  try {
    watcher = watch(folder, (_event, name) => {
      // The other files come and go without telling anything that is waited for.
      if (name === null || name === FILES.process || name === FILES.exit) wake();
    });
    watcher.on('error', () => undefined);
  } catch {
    // Out of watches: the poll alone has to do.
  }
  return {
    next: (pollMs: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    close: () => watcher?.close(),
  };
}
