import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { AttemptId } from '../../domain/ids.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Checkpoints, KeptBeside } from '../../ports/checkpoints.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { hasPrivateStore, openPrivateStore, privateStore } from '../git/private-store.ts';
import { listCheckpoints } from './checkpoint-refs.ts';
import { archivedPath } from './nested-archives.ts';
import { pruneCheckpoints } from './prune.ts';
import { restoreInto } from './restore.ts';
import type { BroughtFile } from './secrets.ts';
import { besideFolder, newMemory, takeCheckpoint } from './take.ts';
import type { Memory } from './take.ts';
import { takeInsideCheckpoint } from './take-inside.ts';
import type { LookInside } from './take-inside.ts';

/** What checkpoints are made from. */
export interface CheckpointDeps {
  readonly place: RepositoryPlace;
  /** What was brought into the workspace of the attempt whose state folder this is. */
  readonly broughtIn: (attemptFolder: string) => readonly BroughtFile[];
  /** For workspaces behind a boundary; without it there are none. */
  readonly lookInside?: LookInside;
}

/**
 * Checkpoints in `store.git`. One object per engine: it takes one at a time, so that they cost
 * the agents at most one processor, and remembers what makes the next one of an attempt cheap.
 */
export const storeCheckpoints = ({ place, broughtIn, lookInside }: CheckpointDeps): Checkpoints => {
  const instance = randomUUID();
  const memories = new Map<AttemptId, Memory>();
  const store = privateStore(place);
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const memoryOf = (attempt: AttemptId, folder: string): Memory => {
    const known = memories.get(attempt) ?? newMemory(folder, instance);
    memories.set(attempt, known);
    return known;
  };
  const list: Checkpoints['list'] = async (of) =>
    hasPrivateStore(place) ? listCheckpoints(store, of) : ok([]);

  return {
    take: (workspace, spec) =>
      inTurn(async () => {
        const opened = await openPrivateStore(place);
        if (!opened.ok) return opened;
        const stores = { main: place, store: opened.value };
        if (workspace.level !== 'worktree')
          return lookInside === undefined
            ? err(failure('workspace-missing', `Nobody can look into ${workspace.path} from here.`))
            : takeInsideCheckpoint({ stores, workspace, spec, look: lookInside });
        return takeCheckpoint({
          stores,
          workspace,
          spec,
          secret: broughtIn(spec.folder),
          memory: memoryOf(spec.attempt, spec.folder),
        });
      }),
    list,
    latest: async (of) => newest(await list(of)),
    beside: (folder) => keptBeside(besideFolder(folder)),
    restore: (checkpoint, folder) => restoreInto(store, checkpoint.commit, folder),
    prune: (policy) =>
      inTurn(async () =>
        hasPrivateStore(place) ? pruneCheckpoints({ main: place, store }, policy) : ok([]),
      ),
  };
};

const newest = <T>(listed: Result<readonly T[], Failure>): Result<T | null, Failure> =>
  listed.ok ? ok(listed.value.at(-1) ?? null) : listed;

const keptBeside = async (folder: string): Promise<readonly KeptBeside[]> => {
  const nested = await filesBelow(join(folder, 'nested'));
  const broughtIn = await filesBelow(join(folder, 'brought-in'));
  return [
    ...nested.map(({ name, copy }) => ({
      kind: 'nested' as const,
      path: archivedPath(name),
      copy,
    })),
    ...broughtIn.map(({ name, copy }) => ({ kind: 'brought-in' as const, path: name, copy })),
  ].filter(({ copy }) => !copy.endsWith('.tmp'));
};

const filesBelow = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((copy) => ({ name: relative(folder, copy), copy }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
};
