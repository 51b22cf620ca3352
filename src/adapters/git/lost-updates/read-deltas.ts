import type { FileDelta, LandedChange } from '../../../domain/lost-updates/file-delta.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { RepositoryPlace } from '../discover.ts';
import type { ConfigEntry } from '../environment.ts';
import { runGit } from '../git.ts';
import type { GitCommand } from '../git.ts';
import { logRecords, recordFormat } from '../log-records.ts';
import { onObjects } from '../object-access.ts';
import { cursorOver, field, parseChangesAt } from './parse-patch.ts';
import { withOtherEncodings } from './other-encodings.ts';

/** How a change is to be told: whole ids, renames, lines without context, nothing of the user's own. */
export const DELTA_FORM: readonly string[] = [
  '-r',
  '-M',
  '-z',
  '--raw',
  '-p',
  '-U0',
  '--no-abbrev',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  // What a config may say otherwise for `git log`.
  '--ignore-submodules=none',
  '--inter-hunk-context=0',
];

/** A larger file is no text that somebody wrote: it is told as binary, so that no commit is too much to be read. */
export const DELTA_CONFIG: readonly ConfigEntry[] = [['core.bigFileThreshold', '8m']];

/** A commit on the line of a target, as its own words have it. */
export interface LineCommit extends Pick<LandedChange, 'commit' | 'task' | 'title'> {
  readonly parents: readonly string[];
}

/** What everything began with is nobody's update. */
export const isLanding = ({ parents }: LineCommit): boolean => parents.length > 0;

/** Which commits of a range: those that the target moved by, or whatever is no merge, in whichever branch. */
export type LineOf = 'landings' | 'commits';

const WALKS: Readonly<Record<LineOf, readonly string[]>> = {
  landings: ['--first-parent'],
  commits: ['--topo-order', '--no-merges'],
};

/** The commits of a range, the oldest first. `range`: revisions as rev-list takes them. */
export const lineOf = async (
  place: RepositoryPlace,
  range: readonly string[],
  most: number | null,
  of: LineOf = 'landings',
): Promise<Result<readonly LineCommit[], Failure>> => {
  const format = ['%H', '%P', '%s', '%(trailers:key=Fanin-Task,valueonly,separator=%x2C)'];
  const output = await runGit({
    cwd: place.commonDir,
    args: [
      'log',
      ...WALKS[of],
      ...(most === null ? [] : [`--max-count=${most}`]),
      '-z',
      recordFormat(format),
      '--end-of-options',
      ...range,
      '--',
    ],
    options: onObjects(place, { readOnly: true }),
  });
  if (!output.ok) return output;
  return ok(logRecords(output.value.stdout, format.length).map(lineCommit).toReversed());
};

const lineCommit = ([
  commit = '',
  parents = '',
  title = '',
  task = '',
]: readonly string[]): LineCommit => ({
  commit,
  parents: parents === '' ? [] : parents.split(' '),
  title,
  task: task.trim() === '' ? null : task.trim(),
});

/** What differs between two commits or trees. */
export const deltaBetween = async (
  place: RepositoryPlace,
  from: string,
  to: string,
): Promise<Result<readonly FileDelta[], Failure>> => {
  const output = await runGit({
    cwd: place.commonDir,
    args: ['diff-tree', ...DELTA_FORM, from, to],
    options: onObjects(place, { readOnly: true, config: DELTA_CONFIG }),
  });
  if (!output.ok) return output;
  return ok(await withOtherEncodings(place, parseChangesAt(cursorOver(output.value.stdout))));
};

/** So many commits are asked for at once: the answer is held in memory. */
const BATCH = 200;

/** What each commit changed against its first parent; told batch by batch, in their order, each batch by one process. */
export const tellDeltas = async (
  place: RepositoryPlace,
  line: readonly LineCommit[],
  tell: (batch: readonly LandedChange[]) => Promise<void> | void,
): Promise<Result<null, Failure>> => {
  for (let at = 0; at < line.length; at += BATCH) {
    const batch = await readBatch(place, line.slice(at, at + BATCH));
    if (!batch.ok) return batch;
    await tell(batch.value);
  }
  return ok(null);
};

const readBatch = async (
  place: RepositoryPlace,
  line: readonly LineCommit[],
): Promise<Result<readonly LandedChange[], Failure>> => {
  const output = await runGit(batchCommand(place, line));
  if (!output.ok && line.length > 1) {
    const middle = Math.ceil(line.length / 2);
    const first = await readBatch(place, line.slice(0, middle));
    if (!first.ok) return first;
    const rest = await readBatch(place, line.slice(middle));
    return rest.ok ? ok([...first.value, ...rest.value]) : rest;
  }
  if (!output.ok) return output;
  const cursor = cursorOver(output.value.stdout);
  const found = new Map<string, readonly FileDelta[]>();
  while (cursor.at < cursor.text.length) {
    const commit = field(cursor);
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return err(unreadable(commit));
    found.set(commit, parseChangesAt(cursor));
  }
  const changes: LandedChange[] = [];
  for (const { commit, task, title } of line) {
    const files = await withOtherEncodings(place, found.get(commit) ?? []);
    changes.push({ commit, task, title, files });
  }
  return ok(changes);
};

/** With two commits on a line, git takes the second for the parent of the first. */
const batchCommand = (place: RepositoryPlace, line: readonly LineCommit[]): GitCommand => ({
  cwd: place.commonDir,
  args: ['diff-tree', '--stdin', '--root', ...DELTA_FORM],
  options: onObjects(place, {
    readOnly: true,
    config: DELTA_CONFIG,
    input: line
      .map(({ commit, parents: [first] }) => `${commit} ${first ?? ''}`.trimEnd() + '\n')
      .join(''),
  }),
});

const unreadable = (found: string): Failure =>
  failure(
    'git-failed',
    `git’s list of changes could not be read at ${JSON.stringify(found.slice(0, 60))}`,
  );
