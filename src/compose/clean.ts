import { existsSync } from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { diskUse } from '../adapters/workspaces/disk-use.ts';
import { listYard } from '../adapters/workspaces/list.ts';
import type { ListedWorkspace } from '../adapters/workspaces/list.ts';
import { yardPath } from '../adapters/workspaces/yard.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId } from '../domain/ids.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { cleanCheckpoints } from './clean-checkpoints.ts';
import { judge } from './clean-judge.ts';
import type { Verdict } from './clean-judge.ts';
import { knownAttempts } from './clean-known.ts';
import type { KnownWork } from './clean-known.ts';
import { recordRemoved } from './clean-record.ts';
import { setupCleaning } from './clean-setup.ts';
import type { SetupCleaning } from './clean-setup.ts';
import { takeEngineTurn } from './clean-turn.ts';
import type { EngineTurn } from './clean-turn.ts';
import { workspacesHere } from './workspaces-here.ts';
import { workspacesRootOf } from './workspaces-root.ts';

/** What is to be cleaned up. */
export interface CleanWish {
  /** Only these runs and attempts; both empty: everything. */
  readonly runs: readonly RunId[];
  readonly attempts: readonly AttemptId[];
  /** Also workspaces whose delivery waits for a person. */
  readonly all: boolean;
  readonly dryRun: boolean;
}

/** A folder that was looked at, and what became of it. */
export interface CleanedItem {
  /** An attempt's id, a check copy's name, or a folder's. */
  readonly name: string;
  readonly kind: ListedWorkspace['kind'];
  readonly path: string;
  /** What it took on the disk. */
  readonly bytes: number;
  /** True: it is gone (with `dryRun`: it would go). */
  readonly removed: boolean;
  /** Why it is still there; null when it is gone. */
  readonly kept: string | null;
  /** What went wrong with its removal. */
  readonly failure: Failure | null;
}

/**
 * Removes workspaces whose content is held elsewhere, check copies of runs that are over, and old checkpoints. It never
 * touches what an agent or an engine may be at work in. Repeating it does no harm.
 * Codes: those of the store and of git, `engine-running` when only runs are named that an engine carries on.
 */
export async function cleanUp(
  place: RepositoryPlace,
  wish: CleanWish,
): Promise<Result<readonly CleanedItem[], Failure>> {
  const turn = takeEngineTurn(place, { look: wish.dryRun });
  if (!turn.ok) return turn;
  try {
    const known = knownAttempts(place);
    if (!known.ok) return known;
    const busy = refusal(turn.value, wish, known.value);
    if (busy !== null) return err(busy);
    return await cleanIn(place, { wish, known: known.value, turn: turn.value });
  } finally {
    turn.value.release();
  }
}

interface Cleaning {
  readonly wish: CleanWish;
  readonly known: KnownWork;
  readonly turn: EngineTurn;
}

/** Who names a run that an engine carries on must be told; of all runs it is merely left out. */
const refusal = ({ running }: EngineTurn, wish: CleanWish, known: KnownWork): Failure | null => {
  const named = [...wish.runs, ...wish.attempts.flatMap((name) => known.runOf(name) ?? [])];
  if (running === null || named.length === 0) return null;
  return named.every((run) => running.carries(run)) ? running.failure : null;
};

async function cleanIn(
  place: RepositoryPlace,
  cleaning: Cleaning,
): Promise<Result<readonly CleanedItem[], Failure>> {
  const { wish, known, turn } = cleaning;
  const own = await realOrSame(yardPath(await depsOf(place)));
  const roots = [...new Set([own, ...known.roots()])];
  const listed = await listAll(place, roots, known);
  if (!listed.ok) return listed;
  const items: CleanedItem[] = [];
  const setup = setupCleaning(place);
  for (const entry of listed.value) {
    if (!isWanted(wish, entry, known)) continue;
    const verdict = await judge(place, { entry, known, running: turn.running, wish });
    items.push(await carryOut(place, entry, verdict, { dryRun: wish.dryRun, setup }));
  }
  if (wish.dryRun) return ok(items);
  await leaveNoEmptyFolder(own, turn);
  const gone = items.filter(({ removed }) => removed).map(({ name }) => name);
  const recorded = turn.running === null ? await recordRemoved(place, known, gone) : ok(null);
  if (!recorded.ok) return recorded;
  const pruned = turn.running === null ? await cleanCheckpoints(place, known) : ok(null);
  return pruned.ok ? ok(items) : pruned;
}

async function depsOf(place: RepositoryPlace) {
  const root = await workspacesRootOf(place);
  return { place, ...(root === null ? {} : { root }) };
}

const realOrSame = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Everything below the roots, each folder once, and known workspaces whose folder is gone without a trace. */
async function listAll(
  place: RepositoryPlace,
  roots: readonly string[],
  known: KnownWork,
): Promise<Result<readonly ListedWorkspace[], Failure>> {
  const byPath = new Map(known.standing().map((entry) => [entry.path, entry]));
  for (const root of roots) {
    const listed = await listYard({ place, root });
    if (!listed.ok) return listed;
    for (const entry of listed.value) byPath.set(entry.path, entry);
  }
  return ok([...byPath.values()]);
}

const isWanted = (wish: CleanWish, { name }: ListedWorkspace, known: KnownWork): boolean => {
  if (wish.runs.length + wish.attempts.length === 0) return true;
  const run = known.runOf(name);
  return wish.attempts.includes(name) || (run !== null && wish.runs.includes(run));
};

async function carryOut(
  place: RepositoryPlace,
  entry: ListedWorkspace,
  verdict: Verdict,
  { dryRun, setup }: { readonly dryRun: boolean; readonly setup: SetupCleaning },
): Promise<CleanedItem> {
  const { name, kind, path } = entry;
  const item = { name, kind, path, failure: null };
  const bytes = await diskUse(entry);
  if (verdict.kind === 'keep') return { ...item, bytes, removed: false, kept: verdict.why };
  const workspaces = workspacesHere({ place, root: dirname(path) })[entry.level];
  if (workspaces === null) return { ...item, bytes, removed: false, kept: NO_BOUNDARY };
  if (verdict.kind === 'check-copy') {
    const done = dryRun ? ok(null) : await workspaces.removeCheckCopy(name);
    return done.ok
      ? { ...item, bytes, removed: true, kept: null }
      : { ...item, bytes, removed: false, kept: done.error.message, failure: done.error };
  }
  const { workspace, spec } = verdict;
  const would = await workspaces.wouldRemove(workspace, spec);
  // What has to stay keeps what its set-up has started.
  const goes = !dryRun && would.ok && would.value.removed;
  if (goes) await setup.before(workspace, workspaces);
  const done = goes ? await workspaces.remove(workspace, spec) : would;
  if (goes && done.ok && done.value.removed) await setup.after(workspace);
  if (!done.ok) {
    return { ...item, bytes, removed: false, kept: done.error.message, failure: done.error };
  }
  const kept = done.value.removed ? null : done.value.kept;
  return { ...item, bytes, removed: done.value.removed, kept };
}

const NO_BOUNDARY = 'it lies behind a boundary, and this host has none to look into it through';

/** An engine that runs may be about to put something into it. */
async function leaveNoEmptyFolder(root: string, { running }: EngineTurn): Promise<void> {
  if (running !== null || !existsSync(root)) return;
  for (const own of ['.copying', '.rooms']) await rmdir(join(root, own)).catch(() => undefined);
  await rmdir(root).catch(() => undefined);
}
