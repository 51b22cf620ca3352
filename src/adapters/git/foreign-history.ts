import type { Finding } from '../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from './discover.ts';
import { git } from './git.ts';
import { onObjects } from './object-access.ts';
import { paths, someOf } from './paths.ts';
import { isAncestor, resolveObjects } from './refs.ts';

/** What is looked through: the target, where the work was begun, and what it came to. */
export interface Range {
  readonly target: string;
  readonly base: string;
  readonly head: string;
  readonly commit: string;
}

/**
 * What work made outside of fanin may have dropped of what others did, though it merges without a conflict: a merge
 * that kept one side of a file whole, and files that go back to what they were before.
 */
export const historyFindings = async (
  place: RepositoryPlace,
  range: Range,
): Promise<readonly Finding[]> => [
  ...(await droppedSides(place, range)),
  ...(await goneBack(place, range)),
];

const MOST_MERGES = 50;

/** Merges of its own that are not git's own merge of their parents, and hold the work's own version of a file unchanged. */
const droppedSides = async (
  place: RepositoryPlace,
  { target, head }: Range,
): Promise<readonly Finding[]> => {
  const args = [
    'log',
    '--merges',
    `--max-count=${MOST_MERGES}`,
    '--remerge-diff',
    '--name-only',
    '-z',
    '--format=%H',
    `${target}..${head}`,
  ];
  const output = await git(place.commonDir, args, onObjects(place));
  if (!output.ok) return [];
  const merges = new Map<string, string[]>();
  let files: string[] = [];
  for (const field of paths(output.value.stdout)) {
    const part = field.replace(/^\n/u, '');
    if (/^[0-9a-f]{40,64}$/u.test(part)) merges.set(part, (files = []));
    else if (part !== '') files.push(part);
  }
  const found: Finding[] = [];
  for (const [merge, differing] of merges) {
    const dropped = await wholeSides(place, { merge, differing, target });
    if (dropped.length === 0) continue;
    const text = `Its merge ${merge.slice(0, 8)} kept its own side of ${someOf(dropped)} whole: what the other side did there is dropped.`;
    found.push({ kind: 'side-dropped', text, blocks: true });
  }
  return found;
};

const wholeSides = async (
  place: RepositoryPlace,
  of: { readonly merge: string; readonly differing: readonly string[]; readonly target: string },
): Promise<readonly string[]> => {
  const { merge, differing, target } = of;
  // Whose own line the first parent is: where it is the target's, the work came in as the second.
  const intoTarget = await isAncestor(place, `${merge}^1`, target);
  const asked = differing.flatMap((path) =>
    ['', '^1', '^2'].map((parent) => `${merge}${parent}:${path}`),
  );
  const blobs = await resolveObjects(place, asked);
  return differing.filter((_path, k) => {
    const [merged = null, first = null, second = null] = blobs.slice(3 * k, 3 * k + 3);
    return merged === (intoTarget ? second : first);
  });
};

/** How far back the target's line is looked through, in commits. */
const MOST_COMMITS = 50;
/** More files than that are a sweep over the whole tree, and no squash of an old one. */
const MOST_FILES = 500;

interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

interface Commit {
  readonly id: string;
  readonly subject: string;
  readonly changes: readonly Change[];
}

/** Commits that the work is based on and takes back: what happens when an old tree is committed on a new target. */
const goneBack = async (
  place: RepositoryPlace,
  { base, commit }: Range,
): Promise<readonly Finding[]> => {
  const args = ['diff-tree', '-r', '--format=', ...RAW, base, commit];
  const asked = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  const own = new Map(
    asked.ok ? changesIn(paths(asked.value.stdout)).map((each) => [each.path, each]) : [],
  );
  if (own.size === 0 || own.size > MOST_FILES) return [];
  const returned = ({ path, from }: Change): boolean => own.get(path)?.to === from;
  const undone = (await commitsBefore(place, base, [...own.keys()])).filter(({ changes }) => {
    const back = changes.filter(returned);
    // A file that is deleted is back where it was before it came: that alone is what people do every day.
    return back.some(({ from }) => !NOTHING.test(from)) || back.length === changes.length;
  });
  if (undone.length === 0) return [];
  const files = new Set(
    undone.flatMap(({ changes }) => changes.filter(returned).map(({ path }) => path)),
  );
  const names = someOf(undone.map(({ id, subject }) => `${id.slice(0, 8)} (${subject})`));
  const text = `${someOf([...files])} ${files.size === 1 ? 'goes back to what it was' : 'go back to what they were'} before ${names}, which the work is based on.`;
  return [{ kind: 'goes-back', text, blocks: true }];
};

const RAW = ['--raw', '-z', '--no-abbrev', '--no-renames'];
/** Git's word for a file that is not there. */
const NOTHING = /^0+$/u;
const UNIT = '\u{1f}';

/** The newest commits of the target's line that touched one of the files, each with all it changed; not the first of all. */
const commitsBefore = async (
  place: RepositoryPlace,
  base: string,
  files: readonly string[],
): Promise<readonly Commit[]> => {
  const args = [
    'log',
    `--max-count=${MOST_COMMITS}`,
    '--first-parent',
    '-m',
    '--full-diff',
    ...RAW,
    '--format=%H%x1f%P%x1f%s',
    base,
    '--',
    ...files.map((path) => `:(top,literal)${path}`),
  ];
  const output = await git(place.commonDir, args, onObjects(place, { readOnly: true }));
  if (!output.ok) return [];
  const found: Commit[] = [];
  let rest: string[] = [];
  for (const part of paths(output.value.stdout).toReversed()) {
    const [id = '', parents, subject] = part.split(UNIT);
    if (parents === undefined || subject === undefined) {
      rest.unshift(part);
      continue;
    }
    if (parents !== '') found.unshift({ id, subject, changes: changesIn(rest) });
    rest = [];
  }
  return found;
};

/** Reads `:<mode> <mode> <from> <to> <letter> NUL <path> NUL`. */
const changesIn = (parts: readonly string[]): readonly Change[] =>
  parts.flatMap((part, k) => {
    const [, , from, to] = /^\n?:/u.test(part) ? part.trimStart().split(' ') : [];
    const path = parts[k + 1];
    return from === undefined || to === undefined || path === undefined ? [] : [{ path, from, to }];
  });
