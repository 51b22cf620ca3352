import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { harvestRef, workBranch } from '../../domain/ids.ts';
import type { Finding, Harvest, Workspace } from '../../domain/attempt/attempt.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CheckCopy, Removal, WorkspaceSpec, Workspaces } from '../../ports/workspaces.ts';
import type { MemoryRepository } from './repository.ts';

/** Workspaces in memory, on a fake repository. Paths are made up and lead nowhere. */
export interface MemoryWorkspaces {
  readonly workspaces: Workspaces;
  /** Writes a file as the agent would; null removes it. */
  edit(path: string, file: string, text: string | null): void;
  /** Commits what lies there, as the agent would. */
  commit(path: string, message?: string): string;
  /** Moves the agent to a commit and leaves its files as they lie, as `git reset --soft` does. */
  resetSoft(path: string, commit: string): void;
  exists(path: string): boolean;
  /** The commit the agent is at. */
  head(path: string): string;
  /** Files of a workspace or of a check copy. */
  files(path: string): ReadonlyMap<string, string>;
  /** The next harvest of this workspace reports it. */
  addFinding(path: string, finding: Finding): void;
  /** Check copies that are held at the moment. */
  heldCopies(): readonly string[];
}

interface Place {
  readonly files: Map<string, string>;
  head: string;
  readonly findings: Finding[];
}

const ROOT = '/fake/app.fanin';

/** Makes them empty. */
export const memoryWorkspaces = (repo: MemoryRepository): MemoryWorkspaces => {
  const yard: Yard = { repo, places: new Map(), prepared: new Set() };
  const copies = new Map<string, Copy>();
  const workspaces: Workspaces = {
    capabilities: { level: 'worktree', boundary: false },
    prepare: async (spec) => ok(prepare(yard, spec)),
    enter: async (_place, command) => ok(command),
    harvest: async (workspace, spec) =>
      yard.places.has(workspace.path)
        ? harvest(yard, workspace, spec)
        : err(failure('workspace-missing', `${workspace.path} is gone.`)),
    remove: async (workspace, spec) => ok(remove(yard, workspace, spec)),
    checkCopy: async (run, commit, level) => ok({ ...checkCopy(copies, run, commit), level }),
  };
  return {
    workspaces,
    edit: (path, file, text) => {
      if (text === null) placeAt(yard, path).files.delete(file);
      else placeAt(yard, path).files.set(file, text);
    },
    commit: (path, message = 'work') => {
      const place = placeAt(yard, path);
      const changes = changesTo(repo, place.head, place.files);
      place.head = repo.commitFiles(place.head, changes, message);
      return place.head;
    },
    resetSoft: (path, commit) => void (placeAt(yard, path).head = commit),
    exists: (path) => yard.places.has(path),
    head: (path) => placeAt(yard, path).head,
    files: (path) => yard.places.get(path)?.files ?? repo.files(copies.get(path)?.commit ?? ''),
    addFinding: (path, finding) => void placeAt(yard, path).findings.push(finding),
    heldCopies: () => [...copies].filter(([, copy]) => copy.held).map(([path]) => path),
  };
};

interface Yard {
  readonly repo: MemoryRepository;
  readonly places: Map<string, Place>;
  readonly prepared: Set<string>;
}

interface Copy {
  readonly commit: string;
  readonly key: string | null;
  readonly held: boolean;
}

const placeAt = ({ places }: Yard, path: string): Place => {
  const place = places.get(path);
  if (place === undefined) throw new Error(`no workspace at ${path}`);
  return place;
};

const prepare = ({ repo, places, prepared }: Yard, spec: WorkspaceSpec): Workspace => {
  const path = `${ROOT}/${spec.attempt}`;
  const branch = workBranch(spec.run, spec.task, spec.n);
  if (!prepared.has(path)) {
    places.set(path, { files: new Map(repo.files(spec.base)), head: spec.base, findings: [] });
    repo.refs.set(`refs/heads/${branch}`, spec.base);
    prepared.add(path);
  }
  return { attempt: spec.attempt, level: spec.level, path, branch, base: spec.base };
};

const harvest = async (
  yard: Yard,
  workspace: Workspace,
  spec: WorkspaceSpec,
): Promise<Result<Harvest, Failure>> => {
  const { repo } = yard;
  const { head, files, findings } = placeAt(yard, workspace.path);
  repo.refs.set(`refs/heads/${workspace.branch}`, head);
  const tree = repo.putTree(files);
  const snapshot = tree !== repo.treeOf(head);
  const ref = harvestRef(spec.run, spec.task, spec.n);
  const common = { tree, base: workspace.base, snapshot, findings: [...findings] };
  if (head === workspace.base && !snapshot) return ok({ ...common, commit: null });
  const held = repo.refs.get(ref);
  const same =
    held !== undefined &&
    repo.treeOf(held) === tree &&
    (held === head || repo.parents(held)[0] === head);
  let commit = same ? held : head;
  if (!same && snapshot) {
    const message = `fanin: what ${spec.task}#${spec.n} left uncommitted`;
    const made = await repo.repository.commit(tree, [head], message);
    if (!made.ok) return made;
    commit = made.value;
  }
  repo.refs.set(ref, commit);
  return ok({ ...common, commit });
};

const remove = (
  { repo, places }: Yard,
  workspace: Workspace,
  { run, task, n }: WorkspaceSpec,
): Removal => {
  const place = places.get(workspace.path);
  if (place === undefined) return { removed: true };
  const holder = repo.refs.get(harvestRef(run, task, n)) ?? workspace.base;
  const held =
    repo.treeOf(holder) === repo.putTree(place.files) && repo.isAncestor(place.head, holder);
  if (!held) return { removed: false, kept: 'it holds work that no ref holds' };
  places.delete(workspace.path);
  repo.refs.delete(`refs/heads/${workspace.branch}`);
  return { removed: true };
};

const checkCopy = (
  copies: Map<string, Copy>,
  run: string,
  commit: string,
): Omit<CheckCopy, 'level'> => {
  let k = 1;
  while (copies.get(copyPath(run, k))?.held === true) k += 1;
  const path = copyPath(run, k);
  copies.set(path, { commit, key: copies.get(path)?.key ?? null, held: true });
  const update = (more: Partial<Copy>): void => {
    const copy = copies.get(path);
    if (copy !== undefined) copies.set(path, { ...copy, ...more });
  };
  return {
    path,
    setupKey: async () => copies.get(path)?.key ?? null,
    markSetup: async (key) => update({ key }),
    release: async () => update({ held: false }),
  };
};

const copyPath = (run: string, k: number): string => `${ROOT}/${run}.check-${String(k)}`;

const changesTo = (
  repo: MemoryRepository,
  parent: string,
  files: ReadonlyMap<string, string>,
): Readonly<Record<string, string | null>> => {
  const gone = [...repo.files(parent).keys()].filter((path) => !files.has(path));
  return { ...Object.fromEntries(gone.map((path) => [path, null])), ...Object.fromEntries(files) };
};
