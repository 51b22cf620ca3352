import { createHash } from 'node:crypto';
import type { FileChange } from '../../src/domain/receipt/receipt.ts';
import { failure } from '../../src/domain/failure.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { err, ok } from '../../src/domain/result.ts';
import type { Result } from '../../src/domain/result.ts';
import type { LandingRequest, Merge, Repository } from '../../src/ports/repository.ts';

/** A tree: path → text. */
export type FakeTree = ReadonlyMap<string, string>;

interface FakeCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** A repository in memory: whole files, merged path by path. */
export interface FakeRepository {
  readonly repository: Repository;
  readonly refs: Map<string, string>;
  /** Writes a commit on top of `parent`; null removes a path. */
  commitFiles(
    parent: string | null,
    files: Readonly<Record<string, string | null>>,
    message?: string,
  ): string;
  /** Stores a tree, returns its id. */
  putTree(files: FakeTree): string;
  files(commit: string): FakeTree;
  treeOf(commit: string): string;
  message(commit: string): string;
  parents(commit: string): readonly string[];
  isAncestor(ancestor: string, descendant: string): boolean;
}

/** Makes an empty one. The same content gets the same id, as in git, but for a commit's date. */
export const fakeRepository = (): FakeRepository => {
  const commits = new Map<string, FakeCommit>();
  const trees = new Map<string, FakeTree>();
  const refs = new Map<string, string>();

  const putTree = (files: FakeTree): string => {
    const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const id = hash('tree', sorted);
    trees.set(id, new Map(sorted));
    return id;
  };
  const putCommit = (commit: FakeCommit): string => {
    const id = hash('commit', [commits.size, commit]);
    commits.set(id, commit);
    return id;
  };
  const commitOf = (id: string): FakeCommit => {
    const found = commits.get(id);
    if (found === undefined) throw new Error(`no such commit: ${id}`);
    return found;
  };
  const files = (id: string): FakeTree =>
    trees.get(trees.has(id) ? id : commitOf(id).tree) ?? new Map();
  const ancestors = (id: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const queue = [id];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...commitOf(next).parents);
    }
    return seen;
  };
  const commitFiles: FakeRepository['commitFiles'] = (parent, changes, message = 'change') => {
    const tree = new Map(parent === null ? [] : files(parent));
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) tree.delete(path);
      else tree.set(path, text);
    }
    return putCommit({ tree: putTree(tree), parents: parent === null ? [] : [parent], message });
  };

  const merge = (ours: string, theirs: string): Result<Merge, Failure> => {
    const missing = [ours, theirs].find((id) => !commits.has(id));
    if (missing !== undefined)
      return err(failure('no-such-commit', `There is no commit ${missing}.`));
    const known = ancestors(ours);
    const base = [...ancestors(theirs)].find((id) => known.has(id));
    const merged = mergeTrees(
      base === undefined ? new Map() : files(base),
      files(ours),
      files(theirs),
    );
    return ok(
      merged.conflicts.length > 0
        ? { kind: 'conflict', files: merged.conflicts }
        : { kind: 'clean', tree: putTree(merged.tree) },
    );
  };

  const land = (request: LandingRequest) => {
    const { from, to, tree, targetRef, landedRef } = request;
    const before = refs.get(landedRef);
    if (before === to) return ok({ from, to, tree });
    if (before !== undefined)
      return err(failure('already-landed', `${landedRef} holds ${before}.`));
    if (refs.get(targetRef) !== from)
      return err(failure('target-moved', `${targetRef} is not at ${from}.`));
    if (commitOf(to).tree !== tree)
      return err(failure('tree-mismatch', `${to} does not hold ${tree}.`));
    if (!ancestors(to).has(from))
      return err(failure('not-fast-forward', `${to} does not follow ${from}.`));
    refs.set(targetRef, to);
    refs.set(landedRef, to);
    return ok({ from, to, tree });
  };

  const resolve = (revision: string): string | null => {
    const [, name = revision, of = ''] = /^([^:^]+)(\^\d|\^\{tree\}|:.+)$/su.exec(revision) ?? [];
    const id = refs.get(name) ?? refs.get(`refs/heads/${name}`) ?? name;
    const commit = commits.get(id);
    if (commit === undefined) return null;
    if (of === '') return id;
    if (of === '^{tree}') return commit.tree;
    if (of.startsWith('^')) return commit.parents[Number(of.slice(1)) - 1] ?? null;
    return objectAt(files(id), of.slice(1));
  };

  const repository: Repository = {
    resolve: async (revisions) => revisions.map(resolve),
    createRef: async (ref, commit) => {
      const now = refs.get(ref);
      if (now !== undefined && now !== commit)
        return err(failure('ref-changed', `${ref} points to ${now}.`));
      refs.set(ref, commit);
      return ok(null);
    },
    merge: async (ours, theirs) => merge(ours, theirs),
    commit: async (tree, parents, message) => ok(putCommit({ tree, parents, message })),
    land: async (request) => land(request),
    changes: async (from, to) => ok(compare(files(from), files(to))),
  };
  return {
    repository,
    refs,
    commitFiles,
    putTree,
    files,
    treeOf: (commit) => commitOf(commit).tree,
    message: (commit) => commitOf(commit).message,
    parents: (commit) => commitOf(commit).parents,
    isAncestor: (ancestor, descendant) => ancestors(descendant).has(ancestor),
  };
};

const hash = (kind: string, value: unknown): string =>
  createHash('sha1').update(kind).update(JSON.stringify(value)).digest('hex');

/** A file by its content, a folder by all in it. */
const objectAt = (tree: FakeTree, path: string): string | null => {
  const text = tree.get(path);
  if (text !== undefined) return hash('blob', text);
  const inside = [...tree].filter(([name]) => name.startsWith(`${path}/`));
  return inside.length === 0 ? null : hash('tree', inside);
};

const mergeTrees = (base: FakeTree, ours: FakeTree, theirs: FakeTree) => {
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

const compare = (from: FakeTree, to: FakeTree): readonly FileChange[] => {
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
