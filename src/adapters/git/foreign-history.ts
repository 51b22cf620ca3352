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

/** How far back a file's earlier versions are looked for, in commits of the target's line. */
const MOST_COMMITS = 50;
/** More files than that are a sweep over the whole tree, and no squash of an old one. */
const MOST_FILES = 500;

interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Files that go back to what they were before some commit that the work is based on. */
const goneBack = async (
  place: RepositoryPlace,
  { base, commit }: Range,
): Promise<readonly Finding[]> => {
  const own = await changes(place, ['diff-tree', '-r', base, commit]);
  if (own.length === 0 || own.length > MOST_FILES) return [];
  const log = ['log', `--max-count=${MOST_COMMITS}`, '--first-parent', '-m', '--format=', base];
  const before = await changes(place, [
    ...log,
    '--',
    ...own.map(({ path }) => `:(top,literal)${path}`),
  ]);
  const undone = own.filter(({ path, to }) =>
    before.some((each) => each.path === path && each.from === to),
  );
  if (undone.length === 0) return [];
  const names = someOf(undone.map(({ path }) => path));
  const text = `${names} ${undone.length === 1 ? 'goes' : 'go'} back to what ${undone.length === 1 ? 'it was' : 'they were'} before a commit that the work is based on: it takes back what was done there.`;
  return [{ kind: 'goes-back', text, blocks: true }];
};

/** Reads `:<mode> <mode> <from> <to> <letter> NUL <path> NUL`. Git's own word for nothing is a row of zeros. */
const changes = async (
  place: RepositoryPlace,
  [command = '', ...args]: readonly string[],
): Promise<readonly Change[]> => {
  const asked = [command, '--raw', '-z', '--no-abbrev', '--no-renames', ...args];
  const output = await git(place.commonDir, asked, onObjects(place, { readOnly: true }));
  if (!output.ok) return [];
  const parts = paths(output.value.stdout).map((part) => part.replace(/^\n/u, ''));
  return parts.flatMap((part, k) => {
    const [, , from, to] = part.startsWith(':') ? part.split(' ') : [];
    const path = parts[k + 1];
    return from === undefined || to === undefined || path === undefined ? [] : [{ path, from, to }];
  });
};
