import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { spawnDetached } from '../adapters/process/spawn.ts';
import { engineRuns } from '../adapters/store/engine-lock.ts';
import { openReader } from '../adapters/store/reader.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { RunId } from '../domain/ids.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

const POLL_MS = 50;
/** A process that has not come to its run by then says nothing any more. */
const FUSE_MS = 60_000;
const MOST_WORDS = 2_000;

/** Where a background engine prints. */
export const engineLog = (place: RepositoryPlace): string => join(place.stateDir, 'engine.log');

/** What the background engine is to do. `run`: the run it carries on; null: it starts one. */
export interface BackgroundWish {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly run: RunId | null;
}

/**
 * Starts `fanin <args>` in a session of its own and waits until it has the engine lock and its run is in
 * the log. The value is the run. Code `engine-not-started`, with its last words.
 */
export async function startInBackground(
  place: RepositoryPlace,
  { args, cwd, run }: BackgroundWish,
): Promise<Result<RunId, Failure>> {
  mkdirSync(place.stateDir, { recursive: true });
  const logFile = engineLog(place);
  const before = runsOf(place);
  const from = existsSync(logFile) ? statSync(logFile).size : 0;
  const program = fileURLToPath(new URL('../../bin/fanin.mjs', import.meta.url));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const child = spawnDetached({ argv: [process.execPath, program, ...args], cwd, env, logFile });
  let over = false;
  const ended = (): void => void (over = true);
  child.once('exit', ended).once('error', ended);
  for (const fuse = Date.now() + FUSE_MS; Date.now() < fuse;) {
    const wasOver = over;
    const found =
      runOf(place, child.pid) ??
      (wasOver && ENDS.has(child.exitCode ?? -1) ? (run ?? newRun(place, before)) : null);
    if (found !== null) return ok(found);
    if (wasOver) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const words = readFileSync(logFile, 'utf8').slice(from).trim().slice(-MOST_WORDS);
  return err(
    failure(
      'engine-not-started',
      `the background engine ended before its run began${words === '' ? '' : `: ${words}`}`,
      { log: logFile },
    ),
  );
}

/** Exit codes of an engine whose run came to an end: it may have done so before anybody looked. */
const ENDS: ReadonlySet<number> = new Set([0, 1, 3]);

const newRun = (place: RepositoryPlace, before: readonly RunId[]): RunId | null =>
  runsOf(place).find((run) => !before.includes(run)) ?? null;

/** Newest first. */
function runsOf(place: RepositoryPlace): readonly RunId[] {
  const reader = openReader(place.stateDir);
  if (!reader.ok || reader.value === null) return [];
  try {
    return reader.value.runs().map(({ id }) => id);
  } finally {
    reader.value.close();
  }
}

/** The run that the process carries on, once its first event is there. */
function runOf(place: RepositoryPlace, pid: number | undefined): RunId | null {
  if (!engineRuns(place.stateDir)) return null;
  const reader = openReader(place.stateDir);
  if (!reader.ok || reader.value === null) return null;
  try {
    const engine = reader.value.engine();
    const run = engine?.pid === pid ? (engine?.run ?? null) : null;
    return run !== null && reader.value.view(run, 'run', run) !== null ? run : null;
  } finally {
    reader.value.close();
  }
}
