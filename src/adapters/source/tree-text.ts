import { existsSync } from 'node:fs';
import type { SkippedSource, SourceText } from '../../domain/duplicates/definition.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import type { GitOptions, GitOutput } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { paths } from '../git/paths.ts';

/** Where objects are read from. */
export interface Trees {
  readonly place: RepositoryPlace;
  /** Folders of objects that the repository does not have. */
  readonly alsoFrom: readonly string[];
}

/** A file of a tree. */
export interface TreeBlob {
  readonly path: string;
  readonly id: string;
}

/** A file that differs between two trees; null: it is not there. */
export interface ChangedBlob {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Asks git of these trees, the folders of objects beside the repository included. Codes: those of git. */
export const askOf = (
  { place, alsoFrom }: Trees,
  args: readonly string[],
  more: GitOptions = {},
): Promise<Result<GitOutput, Failure>> => {
  // A path with a colon cannot be said here.
  const lent = alsoFrom.filter((folder) => !folder.includes(':') && existsSync(folder));
  const env = lent.length === 0 ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: lent.join(':') };
  return git(place.commonDir, args, onObjects(place, { readOnly: true, ...more, env }));
};

/** Whether there is such a commit. Codes: those of git. */
export const hasCommit = async (
  trees: Trees,
  commit: string,
): Promise<Result<boolean, Failure>> => {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const asked = await askOf(trees, args, { exits: [0, 1] });
  return asked.ok ? ok(asked.value.exit === 0) : asked;
};

/** The commit that both go back to; the target itself where there is none. Codes: those of git. */
export const forkOf = async (
  trees: Trees,
  target: string,
  tip: string,
): Promise<Result<string, Failure>> => {
  const asked = await askOf(trees, ['merge-base', target, tip], { exits: [0, 1] });
  if (!asked.ok) return asked;
  const [base = ''] = asked.value.stdout.toString('utf8').split('\n');
  return ok(base === '' ? target : base);
};

const FILE = /^100/u;
const NOTHING = /^0+$/u;

/** Files that differ; links and submodules are none. Codes: those of git. */
export const changedBlobs = async (
  trees: Trees,
  from: string,
  to: string,
): Promise<Result<readonly ChangedBlob[], Failure>> => {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
  const asked = await askOf(trees, args);
  if (!asked.ok) return asked;
  const parts = paths(asked.value.stdout);
  const found: ChangedBlob[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [modeBefore = '', modeAfter = '', before = '', after = ''] = (parts[at] ?? '')
      .slice(1)
      .split(' ');
    const side = (mode: string, id: string): string | null =>
      FILE.test(mode) && !NOTHING.test(id) ? id : null;
    found.push({
      path: parts[at + 1] ?? '',
      before: side(modeBefore, before),
      after: side(modeAfter, after),
    });
  }
  return ok(found);
};

/** Every file of a commit, in git's order. Codes: those of git. */
export const treeBlobs = async (
  trees: Trees,
  commit: string,
): Promise<Result<readonly TreeBlob[], Failure>> => {
  const asked = await askOf(trees, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!asked.ok) return asked;
  return ok(
    paths(asked.value.stdout).flatMap((line) => {
      // A path may have a tab in it as well.
      const tab = line.indexOf('\t');
      const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
      return FILE.test(mode) ? [{ path: line.slice(tab + 1), id }] : [];
    }),
  );
};

/** What blobs hold: the texts, and those that are too large to be looked at. */
export interface BlobTexts {
  readonly files: readonly (SourceText & TreeBlob)[];
  readonly large: readonly TreeBlob[];
}

/** In bytes: one file that somebody wrote is smaller, and so is what one reads in one go. */
const MOST_BYTES = 1 << 20;
const MOST_IN_ALL = 1 << 27;

/** The texts of blobs, in two questions; what cannot be read is left out. Codes: those of git. */
export const blobTexts = async (
  trees: Trees,
  blobs: readonly TreeBlob[],
): Promise<Result<BlobTexts, Failure>> => {
  const sized = await sizesOf(trees, blobs);
  if (!sized.ok) return sized;
  const small: TreeBlob[] = [];
  const large: TreeBlob[] = [];
  let sum = 0;
  for (const [at, blob] of blobs.entries()) {
    const bytes = sized.value[at] ?? 0;
    const fits = bytes <= MOST_BYTES && sum + bytes <= MOST_IN_ALL;
    if (fits) sum += bytes;
    (fits ? small : large).push(blob);
  }
  const read = await readBlobs(trees, small);
  return read.ok ? ok({ files: read.value, large }) : read;
};

/** Why those say nothing. */
export const tooLarge = (blobs: readonly TreeBlob[]): readonly SkippedSource[] =>
  blobs.map(({ path }) => ({ path, why: 'too large' }));

/** In bytes, in the order of the blobs; of one that is not there 0. */
const sizesOf = async (
  trees: Trees,
  blobs: readonly TreeBlob[],
): Promise<Result<readonly number[], Failure>> => {
  if (blobs.length === 0) return ok([]);
  const input = blobs.map(({ id }) => `${id}\n`).join('');
  const args = ['cat-file', '--batch-check=%(objectsize)', '--buffer'];
  const asked = await askOf(trees, args, { input });
  if (!asked.ok) return asked;
  const lines = asked.value.stdout.toString('latin1').split('\n');
  return ok(blobs.map((_, at) => Number.parseInt(lines[at] ?? '', 10) || 0));
};

const readBlobs = async (
  trees: Trees,
  blobs: readonly TreeBlob[],
): Promise<Result<BlobTexts['files'], Failure>> => {
  if (blobs.length === 0) return ok([]);
  const input = blobs.map(({ id }) => `${id}\n`).join('');
  const asked = await askOf(trees, ['cat-file', '--batch', '--buffer'], { input });
  if (!asked.ok) return asked;
  const output = asked.value.stdout;
  const found: (SourceText & TreeBlob)[] = [];
  let at = 0;
  for (const blob of blobs) {
    const end = output.indexOf('\n', at);
    if (end === -1) break;
    const [, type = '', size = ''] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const bytes = Number.parseInt(size, 10);
    const text = output.subarray(at, at + bytes);
    at += bytes + 1;
    if (!text.subarray(0, 8_000).includes(0)) found.push({ ...blob, text: text.toString('utf8') });
  }
  return ok(found);
};

/** Files of a commit in which all of these words stand; none where git cannot tell. */
export const filesNaming = async (
  trees: Trees,
  commit: string,
  words: readonly string[],
): Promise<readonly string[]> => {
  const patterns = words.flatMap((word) => ['-e', word]);
  const args = ['grep', '-l', '-z', '-w', '-F', '--all-match', ...patterns, commit, '--'];
  const asked = await askOf(trees, args, { exits: [0, 1] });
  if (!asked.ok) return [];
  return paths(asked.value.stdout).map((path) => path.slice(commit.length + 1));
};
