import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { gitAll, runGit } from '../git.ts';
import type { GitCommand, GitOutput } from '../git.ts';
import { fields } from '../paths.ts';
import { ANY_ANSWER } from '../refs.ts';
import { modifiedInIndex } from './identical.ts';
import { copyIndex, freshIndex, indexFlags, joined, readyIndex } from './index-copy.ts';
import type { IndexSource, InTree } from './index-copy.ts';

/** The workspace in the copy of its index, as git has taken it in. */
export interface TakenIn {
  /** What was staged before; null while a merge is unfinished: then there is no staged state that could be lost. */
  readonly staged: string | null;
  readonly unread: string | null;
  readonly tree: string;
  readonly headTree: string;
  /** Output of `modifiedInIndex`. */
  readonly modified: Buffer;
}

/** Takes in everything that is tracked or not ignored, but for the paths `outside`. Codes: those of git, `disk-full`. */
export const takeIn = async (
  source: IndexSource,
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<TakenIn, Failure>> => {
  const atOnce = outside.length === 0 ? await takeAtOnce(source, inTree) : null;
  return atOnce ?? takeInSteps(source, outside, inTree);
};

/** Nearly every workspace has an index that hides nothing, and nothing to leave out: null otherwise. */
const takeAtOnce = async (
  source: IndexSource,
  inTree: InTree,
): Promise<Result<TakenIn, Failure> | null> => {
  const fresh = copyIndex(source) ? [] : [freshIndex(source, inTree)];
  const asked = await gitAll([
    ...fresh,
    indexFlags(inTree),
    stagedTreeOf(inTree),
    addEverything([], inTree),
    ...contentOf(source, inTree),
  ]);
  if (!asked.ok) return null;
  const [flags, staged, added, ...content] = asked.value.slice(fresh.length);
  if (flags === undefined || staged === undefined || added === undefined) return null;
  if (fields(flags.stdout).some((entry) => entry[0] !== PLAIN_ENTRY)) return null;
  const unread = unreadOf(added);
  if (!unread.ok) return unread;
  return ok({
    staged: staged.exit === 0 ? idIn(staged) : null,
    unread: unread.value,
    ...contentIn(source, content),
  });
};

const PLAIN_ENTRY = 'H'.charCodeAt(0);

const takeInSteps = async (
  source: IndexSource,
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<TakenIn, Failure>> => {
  const ready = await readyIndex(source, outside, inTree);
  if (!ready.ok) return ready;
  const staged = await runGit(stagedTreeOf(inTree));
  if (!staged.ok) return staged;
  const unignored = await notIgnored(outside, inTree);
  if (!unignored.ok) return unignored;
  const added = await runGit(addEverything(unignored.value, inTree));
  if (!added.ok) return added;
  const unread = unreadOf(added.value);
  if (!unread.ok) return unread;
  const content = await gitAll(contentOf(source, inTree));
  if (!content.ok) return content;
  return ok({
    staged: staged.value.exit === 0 ? idIn(staged.value) : null,
    unread: unread.value,
    ...contentIn(source, content.value),
  });
};

/** Fails while a merge is unfinished. */
const stagedTreeOf = (inTree: InTree): GitCommand => inTree(['write-tree'], { exits: ANY_ANSWER });

/** What the index holds now, and how that differs from HEAD; `contentIn` reads the outputs. */
const contentOf = (source: IndexSource, inTree: InTree): readonly GitCommand[] => {
  const { head } = source;
  const isKnown = headTrees.has(head);
  return [
    inTree(['write-tree']),
    modifiedInIndex(head, inTree),
    ...(isKnown ? [] : [inTree(['rev-parse', '--verify', '--end-of-options', `${head}^{tree}`])]),
  ];
};

const contentIn = (
  { head }: IndexSource,
  [tree, modified, asked]: readonly (GitOutput | undefined)[],
): Pick<TakenIn, 'tree' | 'headTree' | 'modified'> => {
  const headTree = asked === undefined ? (headTrees.get(head) ?? '') : idIn(asked);
  if (isFullId(head) && headTrees.size < MOST_TREES) headTrees.set(head, headTree);
  return { tree: idIn(tree), headTree, modified: modified?.stdout ?? Buffer.alloc(0) };
};

/** Commits by their full ids, which say what they hold: a workspace is looked at again and again, mostly at one HEAD. */
const headTrees = new Map<string, string>();
const isFullId = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
const MOST_TREES = 1_000;

/** The id that a command has printed. */
export const idIn = (output: GitOutput | undefined): string =>
  output?.stdout.toString('utf8').trim() ?? '';

/** `git add` complains of an exclusion that is ignored anyway; and what is ignored, it does not add. */
export const notIgnored = async (
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<readonly string[], Failure>> => {
  if (outside.length === 0) return ok([]);
  const input = joined(outside.map((path) => Buffer.from(path)));
  const asking = inTree(['check-ignore', '-z', '--stdin'], { input, exits: [0, 1] });
  const output = await runGit(asking);
  if (!output.ok) return output;
  const ignored = new Set(fields(output.value.stdout).map((path) => path.toString('utf8')));
  return ok(outside.filter((path) => !ignored.has(path)));
};

/** Takes in the whole work copy; `unreadOf` reads the output. */
export const addEverything = (outside: readonly string[], inTree: InTree): GitCommand => {
  const specs = ['.', ...outside.map((path) => `:(exclude,top,literal)${path}`)];
  const args = [
    'add',
    '-A',
    '--ignore-errors',
    '--sparse',
    '--pathspec-from-file=-',
    '--pathspec-file-nul',
  ];
  return inTree(args, { input: specs.map((spec) => `${spec}\0`).join(''), exits: [0, 1] });
};

/** What git could not read, or null. */
export const unreadOf = ({ exit, stderr }: GitOutput): Result<string | null, Failure> => {
  const said = stderr.trim();
  // It goes on without a folder that is closed, or deeper than a path can be long, and counts that as done.
  if (exit === 0) return ok(/could not open directory/.test(said) ? said : null);
  return /No space left on device|Disk quota exceeded/.test(said)
    ? err(failure('disk-full', `There was no space to take the workspace in: ${said}`))
    : ok(said === '' ? 'git add failed without a word' : said);
};
