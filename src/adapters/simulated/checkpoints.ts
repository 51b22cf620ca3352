import { toPrune } from '../../domain/checkpoint/pruning.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Checkpoint, Checkpoints } from '../../ports/checkpoints.ts';
import type { MemoryRepository } from './repository.ts';
import type { MemoryWorkspaces } from './workspaces.ts';

/** Checkpoints in memory, of workspaces in memory. */
export interface MemoryCheckpoints {
  readonly checkpoints: Checkpoints;
  /** Everything that is held, by run, task, n and seq. */
  all(): readonly Checkpoint[];
  /** What was restored where. */
  restored(folder: string): ReadonlyMap<string, string> | null;
  /** Every take fails with this code from now on; null: no more. */
  fail(code: string | null): void;
}

interface Shelf {
  held: readonly Checkpoint[];
  failing: string | null;
  readonly folders: Map<string, ReadonlyMap<string, string>>;
}

/** Makes them empty. `now` is epoch ms. */
export const memoryCheckpoints = (
  repo: MemoryRepository,
  workspaces: MemoryWorkspaces,
  now: () => number,
): MemoryCheckpoints => {
  const shelf: Shelf = { held: [], failing: null, folders: new Map() };
  const list: Checkpoints['list'] = async (of) =>
    ok(
      shelf.held
        .filter(
          (each) =>
            (of.run ?? each.run) === each.run &&
            (of.task ?? each.task) === each.task &&
            (of.n ?? each.n) === each.n,
        )
        .toSorted(byPlace),
    );
  const checkpoints: Checkpoints = {
    take: takeOnto(shelf, { repo, workspaces, now }),
    list,
    latest: async (of) => {
      const listed = await list(of);
      return listed.ok ? ok(listed.value.at(-1) ?? null) : listed;
    },
    beside: async () => [],
    restore: async (checkpoint, folder) => {
      if ((shelf.folders.get(folder)?.size ?? 0) > 0)
        return err(failure('folder-not-empty', `${folder} is not empty.`));
      shelf.folders.set(folder, repo.files(checkpoint.commit));
      return ok(null);
    },
    prune: async (policy) => {
      const gone = toPrune(shelf.held, policy);
      shelf.held = shelf.held.filter((each) => !gone.includes(each));
      return ok(gone);
    },
  };
  return {
    checkpoints,
    all: () => shelf.held.toSorted(byPlace),
    restored: (folder) => shelf.folders.get(folder) ?? null,
    fail: (code) => {
      shelf.failing = code;
    },
  };
};

interface Taken {
  readonly repo: MemoryRepository;
  readonly workspaces: MemoryWorkspaces;
  readonly now: () => number;
}

const takeOnto =
  (shelf: Shelf, { repo, workspaces, now }: Taken): Checkpoints['take'] =>
  async (workspace, spec) => {
    if (shelf.failing !== null) return err(failure(shelf.failing, 'told to fail'));
    if (!workspaces.exists(workspace.path))
      return err(failure('workspace-missing', `${workspace.path} is gone.`));
    const files = workspaces.files(workspace.path);
    const head = workspaces.head(workspace.path);
    const tree = repo.putTree(files);
    const { run, task, n, attempt } = spec;
    const mine = shelf.held.filter((each) => each.attempt === attempt);
    const last = mine.toSorted(byPlace).at(-1) ?? null;
    const same =
      last === null
        ? head === workspace.base && tree === repo.treeOf(head)
        : last.tree === tree && last.head === head;
    if (same) return ok({ kind: 'unchanged', last, left: [] });
    const commit = await repo.repository.commit(tree, [head], 'checkpoint');
    if (!commit.ok) return commit;
    const before = repo.files(last?.commit ?? head);
    const at = Math.floor(now() / 1000) * 1000;
    const seq = (last?.seq ?? 0) + 1;
    const checkpoint = { attempt, run, task, n, seq, commit: commit.value, tree, head, at };
    shelf.held = [...shelf.held, checkpoint];
    return ok({ kind: 'taken', checkpoint, changed: countChanges(before, files), left: [] });
  };

const byPlace = (a: Checkpoint, b: Checkpoint): number =>
  compare(a.run, b.run) || compare(a.task, b.task) || a.n - b.n || a.seq - b.seq;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const countChanges = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): number =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  ).length;
