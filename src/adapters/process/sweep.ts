import { allPids, environmentReader, pidsStillRise, signalProcess } from './proc.ts';
import type { EnvironmentRead } from './proc.ts';

/** The variable that everything started for an attempt or a command carries. */
export const TAG_VARIABLE = 'FANIN_TAG';
/** A fanin inside an attempt adds its tag to the outer one: `outer,inner`. */
export const TAG_SEPARATOR = ',';

/** The first process that can carry a tag: none older need be looked at. */
export interface FirstOfTag {
  readonly pid: number;
  /** `forkCount()` from just before its start. */
  readonly forks: number | null;
}

/** A process without an environment is looked at this often: it may just be starting a program. */
const LOOKS = 3;
/** Rounds with pauses that double up to half a second: about 40 s, for processes stuck in the kernel. */
const ROUNDS = 80;

/**
 * Ends every process that carries the tag, wherever it went: other groups and sessions, double
 * forks. Looks until there is nobody it has not looked at; the value is how many were ended.
 * What clears its environment and leaves its group is not found: that needs a boundary.
 * On a host with hundreds of processes `first` saves most of the work.
 */
export async function sweepTagged(tag: string, first?: FirstOfTag): Promise<number> {
  const ended = new Set<number>();
  const lowest = lowestPid(first);
  const strangers = new Set<number>([process.pid]);
  const read = environmentReader();
  let quiet = 0;
  for (let round = 0; round < ROUNDS && quiet < LOOKS; round += 1) {
    const seen = look(tag, read, (pid) => pid < lowest || strangers.has(pid));
    const { tagged, unclear, fresh } = seen;
    for (const pid of fresh) strangers.add(pid);
    for (const pid of tagged) if (signalProcess(pid, 'SIGKILL')) ended.add(pid);
    quiet = tagged.length === 0 ? quiet + 1 : 0;
    // Whoever is new may have been started by one that ended during the look. Where pids rise, so
    // does the order of the look: whom it has not met, it has met the parent of.
    const missed = lowest > 0 ? seen.gone : fresh.length > 0;
    if (tagged.length === 0 && !unclear && !missed) break;
    await pause(tagged.length === 0 ? 1 : Math.min(2 ** round, 500));
  }
  return ended.size;
}

/** The processes that carry the tag now, the caller's own excepted. */
export function taggedProcesses(tag: string): readonly number[] {
  return look(tag, environmentReader(), (pid) => pid === process.pid).tagged;
}

function lowestPid(first: FirstOfTag | undefined): number {
  if (first === undefined) return 0;
  return pidsStillRise(first.pid, first.forks) ? first.pid : 0;
}

function look(
  tag: string,
  read: (pid: number) => EnvironmentRead,
  isKnown: (pid: number) => boolean,
) {
  const tagged: number[] = [];
  const fresh: number[] = [];
  let unclear = false;
  let gone = false;
  for (const pid of allPids()) {
    if (isKnown(pid)) continue;
    const seen = read(pid);
    if (seen === 'gone') gone = true;
    if (seen === 'gone' || seen === 'not-ours') fresh.push(pid);
    else if (seen.entries === '') unclear = true;
    else if (carries(seen.entries, tag)) tagged.push(pid);
    else fresh.push(pid);
  }
  return { tagged, unclear, fresh, gone };
}

function carries(environ: string, tag: string): boolean {
  // Nearly every process fails this first look, and it is the cheap one.
  if (!environ.includes(tag)) return false;
  const prefix = `${TAG_VARIABLE}=`;
  const entry = environ.split('\0').find((each) => each.startsWith(prefix));
  return entry?.slice(prefix.length).split(TAG_SEPARATOR).includes(tag) ?? false;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
