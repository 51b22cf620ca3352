import type { FileChange } from '../../domain/receipt/receipt.ts';
import type { Landing } from '../../domain/delivery/delivery.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { LandingRequest, Merge, Repository } from '../../ports/repository.ts';
import { memoryObjects, objectId } from './objects.ts';
import type { MemoryObjects, MemoryTree } from './objects.ts';

/** A repository in memory: whole files, merged path by path. */
export interface MemoryRepository {
  readonly repository: Repository;
  readonly refs: Map<string, string>;
  /** Writes a commit on top of `parent`; null removes a path. */
  commitFiles(
    parent: string | null,
    files: Readonly<Record<string, string | null>>,
    message?: string,
  ): string;
  /** Stores a tree, returns its id. */
  putTree(files: MemoryTree): string;
  files(commit: string): MemoryTree;
  treeOf(commit: string): string;
  message(commit: string): string;
  parents(commit: string): readonly string[];
  isAncestor(ancestor: string, descendant: string): boolean;
  /** The newest commit that both have; null: none. */
  mergeBase(ours: string, theirs: string): string | null;
}

/** Makes an empty one. */
export const memoryRepository = (): MemoryRepository => {
  const objects = memoryObjects();
  const refs = new Map<string, string>();
  return {
    repository: repositoryOf(objects, refs),
    refs,
    commitFiles: (parent, changes, message = 'change') => {
      const tree = new Map(parent === null ? [] : objects.files(parent));
      for (const [path, text] of Object.entries(changes)) {
        if (text === null) tree.delete(path);
        else tree.set(path, text);
      }
      const parents = parent === null ? [] : [parent];
      return objects.putCommit({ tree: objects.putTree(tree), parents, message });
    },
    putTree: (files) => objects.putTree(files),
    files: (id) => objects.files(id),
    treeOf: (commit) => objects.commitOf(commit).tree,
    message: (commit) => objects.commitOf(commit).message,
    parents: (commit) => objects.commitOf(commit).parents,
    isAncestor: (ancestor, descendant) => objects.ancestors(descendant).has(ancestor),
    mergeBase: (ours, theirs) => mergeBase(objects, ours, theirs) ?? null,
  };
};

const repositoryOf = (objects: MemoryObjects, refs: Map<string, string>): Repository => ({
  resolve: async (revisions) => revisions.map((revision) => resolve(objects, refs, revision)),
  createRef: async (ref, commit) => {
    const now = refs.get(ref);
    if (now !== undefined && now !== commit)
      return err(failure('ref-changed', `${ref} points to ${now}.`));
    refs.set(ref, commit);
    return ok(null);
  },
  merge: async (ours, theirs, base) => merge(objects, ours, theirs, base),
  commit: async (tree, parents, message) => ok(objects.putCommit({ tree, parents, message })),
  land: async (request) => land(objects, refs, request),
  changes: async (from, to) => ok(compare(objects.files(from), objects.files(to))),
});

const merge = (
  objects: MemoryObjects,
  ours: string,
  theirs: string,
  given?: string,
): Result<Merge, Failure> => {
  const missing = [ours, theirs].find((id) => objects.commit(id) === null);
  if (missing !== undefined)
    return err(failure('no-such-commit', `There is no commit ${missing}.`));
  const base = given ?? mergeBase(objects, ours, theirs);
  const merged = mergeTrees(
    base === undefined ? new Map() : objects.files(base),
    objects.files(ours),
    objects.files(theirs),
  );
  return ok(
    merged.conflicts.length > 0
      ? { kind: 'conflict', files: merged.conflicts }
      : { kind: 'clean', tree: objects.putTree(merged.tree) },
  );
};

const mergeBase = (objects: MemoryObjects, ours: string, theirs: string): string | undefined => {
  const known = objects.ancestors(ours);
  return [...objects.ancestors(theirs)].find((id) => known.has(id));
};

const land = (
  objects: MemoryObjects,
  refs: Map<string, string>,
  request: LandingRequest,
): Result<Landing, Failure> => {
  const { from, to, tree, targetRef, landed } = request;
  const done =
    landed.length === 0
      ? refs.get(targetRef) === to
      : landed.every(({ ref, commit }) => refs.get(ref) === commit);
  if (done) return ok({ from, to, tree });
  const before = landed.find(({ ref }) => refs.has(ref));
  if (before !== undefined) return err(failure('already-landed', `${before.ref} is there.`));
  if (refs.get(targetRef) !== from)
    return err(failure('target-moved', `${targetRef} is not at ${from}.`));
  if (objects.commitOf(to).tree !== tree)
    return err(failure('tree-mismatch', `${to} does not hold ${tree}.`));
  if (!objects.ancestors(to).has(from))
    return err(failure('not-fast-forward', `${to} does not follow ${from}.`));
  const { drops } = request;
  if (drops !== undefined && refs.get(drops.ref) !== drops.at)
    return err(failure('ref-changed', `${drops.ref} is not at ${drops.at}.`));
  if (drops !== undefined) refs.delete(drops.ref);
  refs.set(targetRef, to);
  for (const { ref, commit } of landed) refs.set(ref, commit);
  return ok({ from, to, tree });
};

const resolve = (
  objects: MemoryObjects,
  refs: ReadonlyMap<string, string>,
  revision: string,
): string | null => {
  const [, name = revision, of = ''] = /^([^:^]+)(\^\d|\^\{tree\}|:.+)$/su.exec(revision) ?? [];
  const id = refs.get(name) ?? refs.get(`refs/heads/${name}`) ?? name;
  const commit = objects.commit(id);
  if (commit === null) return null;
  if (of === '') return id;
  if (of === '^{tree}') return commit.tree;
  if (of.startsWith('^')) return commit.parents[Number(of.slice(1)) - 1] ?? null;
  return objectAt(objects.files(id), of.slice(1));
};

/** A file by its content, a folder by all in it. */
const objectAt = (tree: MemoryTree, path: string): string | null => {
  const text = tree.get(path);
  if (text !== undefined) return objectId('blob', text);
  const inside = [...tree].filter(([name]) => name.startsWith(`${path}/`));
  return inside.length === 0 ? null : objectId('tree', inside);
};

const mergeTrees = (base: MemoryTree, ours: MemoryTree, theirs: MemoryTree) => {
  const tree = new Map<string, string>();
  const conflicts: { path: string; text: string }[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [was, mine, other] = [base.get(path), ours.get(path), theirs.get(path)];
    if (mine !== other && mine !== was && other !== was) {
      conflicts.push({
        path,
        text: `<<<<<<< target\n${mine ?? ''}||||||| base\n${was ?? ''}=======\n${other ?? ''}>>>>>>> this delivery\n`,
      });
      continue;
    }
    const result = mine === was ? other : mine;
    if (result !== undefined) tree.set(path, result);
  }
  return { tree, conflicts };
};

const compare = (from: MemoryTree, to: MemoryTree): readonly FileChange[] => {
  const changes: FileChange[] = [];
  for (const path of [...new Set([...from.keys(), ...to.keys()])].toSorted()) {
    const [was, is] = [from.get(path), to.get(path)];
    if (was === is) continue;
    const change = was === undefined ? 'added' : is === undefined ? 'deleted' : 'modified';
    const [old, fresh] = [lines(was), lines(is)];
    changes.push({
      path,
      change,
      from: null,
      added: fresh.filter((line) => !old.includes(line)).length,
      removed: old.filter((line) => !fresh.includes(line)).length,
    });
  }
  return changes;
};

const lines = (text: string | undefined): readonly string[] =>
  (text ?? '').split('\n').filter((line) => line !== '');
