import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type {
  MarkedMerge,
  MergeFiles,
  MergeSides,
  SideChanges,
  TreeChange,
} from '../../ports/merge-files.ts';
import { attributeListing, attributesIn } from './attributes.ts';
import { parseConflict } from './conflict.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitAll, gitLine, runGit } from './git.ts';
import type { GitCommand, GitOutput } from './git.ts';
import { listPaths } from './list-paths.ts';
import { mergeCommits, mergeTree } from './merge.ts';
import { onObjects } from './object-access.ts';
import { paths } from './paths.ts';
import { lookUp, lookedUp } from './refs.ts';
import { treeByIndex } from './scratch-index.ts';

/** The files of merges, through git's plumbing. */
export const gitMergeFiles = (place: RepositoryPlace): MergeFiles => ({
  sides: (ours, theirs) => sidesOf(place, ours, theirs),
  marked: (ours, theirs) => marked(place, ours, theirs),
  read: (tree, names) => Promise.all(names.map((path) => readText(place, tree, path))),
  list: (tree) => listPaths(place, tree),
  write: (tree, changes) => writeTree(place, tree, changes),
});

const sidesOf = async (
  place: RepositoryPlace,
  ours: string,
  theirs: string,
): Promise<Result<MergeSides | null, Failure>> => {
  const args = ['merge-base', '--all', '--end-of-options', ours, theirs];
  const found = await git(
    place.commonDir,
    args,
    onObjects(place, { readOnly: true, exits: [0, 1] }),
  );
  if (!found.ok) return found;
  const bases = found.value.stdout.toString('latin1').split('\n').slice(0, -1);
  const parted = await oneOf(place, bases);
  if (!parted.ok) return parted;
  if (parted.value === null) return ok(null);
  const base = parted.value;
  const read = await gitAll([changedBy(place, base, ours), changedBy(place, base, theirs)]);
  if (!read.ok) return read;
  const [mine, other] = read.value;
  return ok({ base, ours: changesIn(mine), theirs: changesIn(other) });
};

/**
 * Where both have merged the other there are two such commits, and git holds the sides against a merge of these. Held
 * against one of them, what a side has taken out since would look as if it had never been there.
 */
const oneOf = async (
  place: RepositoryPlace,
  [first, second, ...more]: readonly string[],
): Promise<Result<string | null, Failure>> => {
  if (first === undefined || more.length > 0) return ok(null);
  if (second === undefined) return ok(first);
  const merged = await mergeCommits(place, first, second);
  if (!merged.ok) return merged;
  return ok(merged.value.kind === 'clean' ? merged.value.tree : null);
};

const changedBy = (place: RepositoryPlace, from: string, to: string): GitCommand => ({
  cwd: place.commonDir,
  args: ['diff-tree', '-r', '-z', '--name-status', '--no-renames', '--end-of-options', from, to],
  options: onObjects(place, { readOnly: true }),
});

/** Reads `status NUL path NUL`. */
const changesIn = ({ stdout }: GitOutput): SideChanges => {
  const [changed, added]: [string[], string[]] = [[], []];
  const parts = paths(stdout);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const path = parts[at + 1] ?? '';
    changed.push(path);
    if (parts[at] === 'A') added.push(path);
  }
  return { changed, added };
};

const marked = async (
  place: RepositoryPlace,
  ours: string,
  theirs: string,
): Promise<Result<MarkedMerge, Failure>> => {
  const names = [`${ours}^{commit}`, `${theirs}^{commit}`];
  const looked = await gitAll([lookUp(place.commonDir, names), attributeListing(place, ours)]);
  if (!looked.ok) return looked;
  const [objects, listed] = looked.value;
  const [target = null, other = null] = lookedUp(objects, names);
  if (target === null || other === null)
    return err(failure('no-such-commit', `There is no such commit among ${ours}, ${theirs}.`));
  const attributes = attributesIn(listed);
  const merged = await mergeTree(place, { target, other, attributes, style: 'diff3' });
  if (!merged.ok) return merged;
  const { tree, conflicted } = parseConflict(merged.value.stdout);
  return ok({ tree, conflicted });
};

const PLAIN = /^100(?:644|755) blob ([0-9a-f]+)\t/u;

const readText = async (
  place: RepositoryPlace,
  tree: string,
  path: string,
): Promise<string | null> => {
  const options = onObjects(place, { readOnly: true });
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', '--end-of-options', tree];
  const entry = await git(place.commonDir, [...args, '--', path], options);
  const id = entry.ok ? PLAIN.exec(entry.value.stdout.toString('utf8'))?.[1] : undefined;
  if (id === undefined) return null;
  const blob = await git(place.commonDir, ['cat-file', 'blob', id], options);
  if (!blob.ok || blob.value.stdout.includes(0)) return null;
  const text = blob.value.stdout.toString('utf8');
  return text.includes('\u{fffd}') ? null : text;
};

const writeTree = (
  place: RepositoryPlace,
  tree: string,
  changes: readonly TreeChange[],
): Promise<Result<string, Failure>> =>
  treeByIndex(place, {
    base: tree,
    folder: 'resolve',
    async input(env) {
      const lines: string[] = [];
      for (const change of changes) {
        const made = await linesFor(place, env, change);
        if (!made.ok) return made;
        lines.push(...made.value);
      }
      return ok(lines.map((line) => `${line}\0`).join(''));
    },
  });

/** A change as the index takes it. */
const linesFor = async (
  place: RepositoryPlace,
  env: Readonly<Record<string, string>>,
  change: TreeChange,
): Promise<Result<readonly string[], Failure>> => {
  const from = change.kind === 'move' ? change.from : change.path;
  const there = await entryIn(place, env, from);
  if (!there.ok) return there;
  const entry = there.value;
  if (change.kind === 'text') {
    const options = onObjects(place, { input: change.text });
    const args = ['hash-object', '-w', '--stdin'];
    const blob = await gitLine(place.commonDir, args, options);
    return blob.ok ? ok([`${entry?.mode ?? '100644'} ${blob.value}\t${from}`]) : blob;
  }
  if (entry === null) return err(failure('git-failed', `${from} is not in the tree`));
  const gone = `0 ${'0'.repeat(entry.id.length)}\t${from}`;
  return ok([gone, `${entry.mode} ${entry.id}\t${change.to}`]);
};

const entryIn = async (
  place: RepositoryPlace,
  env: Readonly<Record<string, string>>,
  path: string,
): Promise<Result<{ readonly mode: string; readonly id: string } | null, Failure>> => {
  const listed = await runGit({
    cwd: place.commonDir,
    args: ['--literal-pathspecs', 'ls-files', '-s', '-z', '--', path],
    options: onObjects(place, { env, readOnly: true }),
  });
  if (!listed.ok) return listed;
  const text = listed.value.stdout.toString('utf8');
  const [, mode, id] = /^(\d{6}) ([0-9a-f]+) 0\t/u.exec(text) ?? [];
  return ok(mode === undefined || id === undefined ? null : { mode, id });
};
