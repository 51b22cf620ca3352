import type {
  CandidateHistory,
  MergeRemainder,
  OwnCommit,
} from '../../../domain/lost-updates/candidate.ts';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { CandidateQuestion } from '../../../ports/landed-changes.ts';
import type { RepositoryPlace } from '../discover.ts';
import { gitAll, runGit } from '../git.ts';
import type { GitCommand } from '../git.ts';
import { onObjects } from '../object-access.ts';
import { resolveObjects } from '../refs.ts';
import { cursorOver, field, parseChangesAt } from './parse-patch.ts';
import type { ParsedDelta } from './parse-patch.ts';
import { DELTA_CONFIG, DELTA_FORM } from './read-deltas.ts';

/** So many commits of a delivery's own are looked through, the newest. */
const MOST_OWN = 500;
/** So many commits that they start from. */
const MOST_STARTS = 20;

/** How a delivery came about. Codes: those of git. */
export const readHistory = async (
  place: RepositoryPlace,
  { onto, tip, base, window }: CandidateQuestion,
): Promise<Result<CandidateHistory, Failure>> => {
  const lacks = (commit: string) => lacking(place, { onto, commit, window });
  const asked = await gitAll([lacks(base), lacks(tip), ownCommits(place, tip, onto)]);
  if (!asked.ok) return asked;
  const [baseLacks, tipLacks, log] = asked.value;
  const own = parseLog(log.stdout);
  const mine = new Set(own.map(({ commit }) => commit));
  const starts = [
    ...new Set(own.flatMap(({ parents: [first] }) => (first === undefined ? [] : [first]))),
  ]
    .filter((parent) => !mine.has(parent))
    .slice(0, MOST_STARTS);
  const answers = await gitAll(starts.map(lacks));
  if (!answers.ok) return answers;
  const startLacks = new Map(
    starts.map((start, at) => [start, idsIn(answers.value[at]?.stdout ?? Buffer.alloc(0))]),
  );
  const commits: OwnCommit[] = [];
  for (const each of own) commits.push(await ownCommit(place, each, startLacks));
  return ok({ baseLacks: idsIn(baseLacks.stdout), tipLacks: idsIn(tipLacks.stdout), own: commits });
};

/** What a branch was begun on: where its own first-parent line leaves what `onto` holds. Null: it never held it. */
export const forkOf = async (
  place: RepositoryPlace,
  onto: string,
  tip: string,
): Promise<Result<string | null, Failure>> => {
  const output = await runGit({
    cwd: place.commonDir,
    args: ['rev-list', '--first-parent', '--parents', tip, `^${onto}`],
    options: onObjects(place, { readOnly: true }),
  });
  if (!output.ok) return output;
  const oldest = output.value.stdout.toString('latin1').trim().split('\n').at(-1) ?? '';
  return ok(oldest === '' ? tip : (oldest.split(' ')[1] ?? null));
};

/** What a merge holds beyond what git makes of its parents. */
export const readMerge = async (
  place: RepositoryPlace,
  commit: string,
): Promise<Result<OwnCommit | null, Failure>> => {
  const output = await runGit(logCommand(place, ['--no-walk', '--end-of-options', commit]));
  if (!output.ok) return output;
  const [merge] = parseLog(output.value.stdout);
  return ok(merge === undefined ? null : await ownCommit(place, merge, new Map()));
};

const lacking = (
  place: RepositoryPlace,
  of: { readonly onto: string; readonly commit: string; readonly window: number },
): GitCommand => ({
  cwd: place.commonDir,
  args: ['rev-list', '--first-parent', `--max-count=${of.window}`, of.onto, `^${of.commit}`],
  options: onObjects(place, { readOnly: true }),
});

const idsIn = (output: Buffer): ReadonlySet<string> =>
  new Set(
    output
      .toString('latin1')
      .split('\n')
      .filter((id) => id !== ''),
  );

const ownCommits = (place: RepositoryPlace, tip: string, onto: string): GitCommand =>
  logCommand(place, [`--max-count=${MOST_OWN}`, '--end-of-options', tip, `^${onto}`]);

/**
 * Merges as what they hold beyond a merge made again, all else as what it changed. Never by --reverse: git
 * forgets the parents of what it has shown, and takes another merge base for merges that come after them.
 */
const logCommand = (place: RepositoryPlace, args: readonly string[]): GitCommand => ({
  cwd: place.commonDir,
  args: [
    'log',
    '--topo-order',
    '--remerge-diff',
    '--format=%x01%H %P%x00%s',
    ...DELTA_FORM.filter((option) => option !== '-r'),
    ...args,
    '--',
  ],
  options: onObjects(place, {
    config: [
      ...DELTA_CONFIG,
      ['merge.conflictStyle', 'merge'],
      ['log.showRoot', 'true'],
      ['log.showSignature', 'false'],
    ],
  }),
});

interface Logged {
  readonly commit: string;
  readonly parents: readonly string[];
  readonly title: string;
  readonly files: readonly ParsedDelta[];
}

const parseLog = (output: Buffer): readonly Logged[] => {
  const cursor = cursorOver(output);
  const found: Logged[] = [];
  while (cursor.text[cursor.at] === '\u{1}') {
    cursor.at += 1;
    const [commit = '', ...parents] = field(cursor).trim().split(' ');
    const title = Buffer.from(field(cursor), 'latin1').toString('utf8');
    found.push({ commit, parents, title, files: parseChangesAt(cursor) });
  }
  // Half a history would pass for a harmless one.
  if (cursor.at < cursor.text.length) throw new Error('git’s log could not be read to its end');
  return found.toReversed();
};

const ownCommit = async (
  place: RepositoryPlace,
  { commit, parents, title, files }: Logged,
  startLacks: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<OwnCommit> => {
  const lacks = startLacks.get(parents[0] ?? '') ?? null;
  return parents.length < 2
    ? { commit, title, startLacks: lacks, files, merge: null }
    : { commit, title, startLacks: lacks, files: [], merge: await remainder(place, commit, files) };
};

const remainder = async (
  place: RepositoryPlace,
  commit: string,
  files: readonly ParsedDelta[],
): Promise<MergeRemainder> => {
  const conflicts = files.filter(({ conflicted }) => conflicted).map(({ path }) => path);
  const held = await resolveObjects(
    place,
    conflicts.flatMap((path) => [
      `${commit}:${path}`,
      `${commit}^1:${path}`,
      `${commit}^2:${path}`,
    ]),
  );
  const oneSided = conflicts.filter((_, at) => {
    const [is, ours, theirs] = held.slice(3 * at, 3 * at + 3);
    return ours !== theirs && (is === ours || is === theirs);
  });
  return { files, conflicts, oneSided };
};
