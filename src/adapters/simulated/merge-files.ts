import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { MergeFiles, SideChanges, TreeChange } from '../../ports/merge-files.ts';
import type { MemoryTree } from './objects.ts';
import type { MemoryRepository } from './repository.ts';

/** The files of merges in a repository in memory. A conflict is one place: what all three have at both ends is left out of it. */
export const memoryMergeFiles = (repo: MemoryRepository): MergeFiles => ({
  sides: async (ours, theirs) => {
    const base = repo.mergeBase(ours, theirs);
    if (base === null) return ok(null);
    const was = repo.files(base);
    return ok({
      base,
      ours: changesOf(was, repo.files(ours)),
      theirs: changesOf(was, repo.files(theirs)),
    });
  },
  marked: async (ours, theirs) => {
    const merged = await repo.repository.merge(ours, theirs);
    if (!merged.ok) return merged;
    if (merged.value.kind === 'clean') return ok({ tree: merged.value.tree, conflicted: [] });
    const conflicted = merged.value.files.map(({ path }) => path);
    const base = repo.mergeBase(ours, theirs);
    const three = [ours, base, theirs].map((id) => (id === null ? NOTHING : repo.files(id)));
    const [mine = NOTHING, was = NOTHING, other = NOTHING] = three;
    const tree = mergedWhere(was, mine, other);
    for (const path of conflicted) {
      const texts = { ours: mine.get(path), base: was.get(path), theirs: other.get(path) };
      tree.set(path, markedText(texts, { ours, theirs }));
    }
    return ok({ tree: repo.putTree(tree), conflicted });
  },
  read: async (tree, paths) => {
    const files = repo.files(tree);
    return paths.map((path) => {
      const text = files.get(path) ?? null;
      return text?.includes('\0') === true ? null : text;
    });
  },
  list: async (tree) => [...repo.files(tree).keys()].toSorted(),
  write: async (tree, changes) => {
    const files = new Map(repo.files(tree));
    for (const change of changes)
      if (!apply(files, change)) return err(failure('git-failed', 'There is nothing to move.'));
    return ok(repo.putTree(files));
  },
});

const NOTHING: MemoryTree = new Map();

const changesOf = (from: MemoryTree, to: MemoryTree): SideChanges => {
  const paths = [...new Set([...from.keys(), ...to.keys()])].toSorted();
  const changed = paths.filter((path) => from.get(path) !== to.get(path));
  return { changed, added: changed.filter((path) => !from.has(path)) };
};

/** The files as one side has them, where the other has changed nothing. */
const mergedWhere = (
  base: MemoryTree,
  ours: MemoryTree,
  theirs: MemoryTree,
): Map<string, string> => {
  const tree = new Map<string, string>();
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const text = ours.get(path) === base.get(path) ? theirs.get(path) : ours.get(path);
    if (text !== undefined) tree.set(path, text);
  }
  return tree;
};

interface Three<T> {
  readonly ours: T;
  readonly base: T;
  readonly theirs: T;
}

const markedText = (
  texts: Three<string | undefined>,
  names: { readonly ours: string; readonly theirs: string },
): string => {
  const lines = { ours: of(texts.ours), base: of(texts.base), theirs: of(texts.theirs) };
  const start = sharedLines(lines);
  const rest = sides(lines, (all) => all.slice(start));
  const end = sharedLines(sides(rest, (all) => all.toReversed()));
  const middle = sides(rest, (all) => all.slice(0, all.length - end));
  return [
    ...lines.ours.slice(0, start),
    `<<<<<<< ${names.ours}`,
    ...middle.ours,
    '||||||| base',
    ...middle.base,
    '=======',
    ...middle.theirs,
    `>>>>>>> ${names.theirs}`,
    ...rest.ours.slice(rest.ours.length - end),
    '',
  ].join('\n');
};

const of = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.replace(/\n$/u, '').split('\n');

const sides = (
  { ours, base, theirs }: Three<readonly string[]>,
  change: (lines: readonly string[]) => readonly string[],
): Three<readonly string[]> => ({
  ours: change(ours),
  base: change(base),
  theirs: change(theirs),
});

/** How many lines all three begin with. */
const sharedLines = ({ ours, base, theirs }: Three<readonly string[]>): number => {
  let count = 0;
  while (count < base.length && base[count] === ours[count] && base[count] === theirs[count])
    count += 1;
  return count;
};

const apply = (files: Map<string, string>, change: TreeChange): boolean => {
  if (change.kind === 'text') {
    files.set(change.path, change.text);
    return true;
  }
  const text = files.get(change.from);
  if (text === undefined) return false;
  files.delete(change.from);
  files.set(change.to, text);
  return true;
};
