import { createHash } from 'node:crypto';

/** A tree: path → text. */
export type MemoryTree = ReadonlyMap<string, string>;

/** A commit without author and date. */
export interface MemoryCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Trees and commits by their ids. */
export interface MemoryObjects {
  putTree(files: MemoryTree): string;
  putCommit(commit: MemoryCommit): string;
  commit(id: string): MemoryCommit | null;
  /** The same; that there is none is an error of the caller. */
  commitOf(id: string): MemoryCommit;
  /** Of a tree, or of a commit. */
  files(id: string): MemoryTree;
  /** A commit and all before it. */
  ancestors(id: string): ReadonlySet<string>;
}

/** None yet. The same content gets the same id, as in git, but for a commit's date. */
export const memoryObjects = (): MemoryObjects => {
  const commits = new Map<string, MemoryCommit>();
  const trees = new Map<string, MemoryTree>();
  const commitOf = (id: string): MemoryCommit => {
    const found = commits.get(id);
    if (found === undefined) throw new Error(`no such commit: ${id}`);
    return found;
  };
  return {
    putTree: (files) => {
      const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const id = objectId('tree', sorted);
      trees.set(id, new Map(sorted));
      return id;
    },
    putCommit: (commit) => {
      const id = objectId('commit', [commits.size, commit]);
      commits.set(id, commit);
      return id;
    },
    commit: (id) => commits.get(id) ?? null,
    commitOf,
    files: (id) => trees.get(trees.has(id) ? id : commitOf(id).tree) ?? new Map(),
    ancestors: (id) => {
      const seen = new Set<string>();
      const queue = [id];
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(...commitOf(next).parents);
      }
      return seen;
    },
  };
};

/** The id of an object of this kind. */
export const objectId = (kind: string, value: unknown): string =>
  createHash('sha1').update(kind).update(JSON.stringify(value)).digest('hex');
