import { rmSync, statSync } from 'node:fs';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { ConfigEntry } from '../environment.ts';
import { gitAll, runGit } from '../git.ts';
import type { GitCommand } from '../git.ts';
import { onTree } from '../object-access.ts';
import { fields } from '../paths.ts';
import { joined, readyIndex } from './index-copy.ts';
import type { IndexSource, InTree } from './index-copy.ts';
import { addEverything, idIn, notIgnored, unreadOf } from './take-in.ts';

/** A workspace, and an index of our own beside the agent's that is kept from one look to the next. */
export interface KeptIndex extends IndexSource {
  readonly config: readonly ConfigEntry[];
  /** Where new objects are written. */
  readonly objects: string;
}

/** The agent's index as it was when ours was last made to hold what it holds. */
export type IndexStamp = string;

/** What a look at the workspace found. */
export interface KeptTree {
  readonly tree: string;
  /** What git could not read, in its words. */
  readonly unread: string | null;
  /** True: git has met a repository inside the workspace that it was not told to leave out. */
  readonly strange: boolean;
  readonly stamp: IndexStamp;
}

/** Commands on the workspace's files through our index. */
export const throughKept = (kept: KeptIndex): InTree => withIndex(kept, kept.scratch);

const withIndex =
  ({ path, gitDir, config, objects }: KeptIndex, index: string): InTree =>
  (args, more = {}) => ({
    cwd: path,
    args,
    options: onTree(gitDir, path, {
      ...more,
      config: [...config, ...OURS],
      env: { GIT_INDEX_FILE: index, GIT_OBJECT_DIRECTORY: objects },
    }),
  });

/** What is written must outlive the host, for the price of one wait for the disk. */
const OURS: readonly ConfigEntry[] = [
  ['core.untrackedCache', 'false'],
  ['core.fsync', 'committed,reference'],
  ['core.fsyncMethod', 'batch'],
  ['index.skipHash', 'true'],
];

/**
 * Takes in everything that is tracked or not ignored, but for the paths `outside`. `known` null:
 * our index is made anew from the agent's. Codes: those of git, `disk-full`.
 */
export const updateKept = async (
  kept: KeptIndex,
  outside: readonly string[],
  known: IndexStamp | null,
): Promise<Result<KeptTree, Failure>> => {
  const inTree = throughKept(kept);
  const stamp = stampOf(kept);
  if (known === null) {
    dropKept(kept.scratch);
    const ready = await readyIndex(kept, outside, inTree);
    if (!ready.ok) return ready;
  } else if (known !== stamp) {
    const followed = await followAgent(kept, outside, inTree);
    if (!followed.ok) return followed;
  }
  const unignored = await notIgnored(outside, inTree);
  if (!unignored.ok) return unignored;
  const taken = await gitAll([addEverything(unignored.value, inTree), inTree(['write-tree'])]);
  if (!taken.ok) return taken;
  const [added, written] = taken.value;
  const unread = unreadOf(added);
  if (!unread.ok) return unread;
  return ok({
    tree: idIn(written),
    unread: unread.value,
    strange: /embedded (git )?repository|does not have a commit checked out/.test(added.stderr),
    stamp,
  });
};

/** Forgets the index, and a lock that a dead git has left on it. */
export const dropKept = (index: string): void => {
  rmSync(index, { force: true });
  rmSync(`${index}.lock`, { force: true });
};

const stampOf = ({ gitDir, index }: KeptIndex): IndexStamp => {
  const found =
    index === 'fresh'
      ? undefined
      : statSync(`${gitDir}/index`, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeNs].join(' ');
};

/**
 * Files that are ignored count when they are tracked, and only the agent's index says which are.
 * All others come and go with the work copy.
 */
const followAgent = async (
  kept: KeptIndex,
  outside: readonly string[],
  inTree: InTree,
): Promise<Result<null, Failure>> => {
  const theirs = withIndex(kept, `${kept.gitDir}/index`);
  const asked = await gitAll([trackedAnyway(theirs), trackedAnyway(inTree)]);
  if (!asked.ok) return asked;
  const [agents = new Map<string, Buffer>(), ours = new Map<string, Buffer>()] = asked.value.map(
    ({ stdout }) => new Map(fields(stdout).map((path) => [path.toString('latin1'), path])),
  );
  const left = new Set(outside.map((path) => Buffer.from(path).toString('latin1')));
  const missing = [...agents].filter(([name]) => !ours.has(name) && !left.has(name));
  const extra = [...ours].filter(([name]) => !agents.has(name));
  for (const [flags, list] of [
    [['--add', '--remove'], missing],
    [['--force-remove'], extra],
  ] as const) {
    if (list.length === 0) continue;
    const input = joined(list.map(([, path]) => path));
    const done = await runGit(inTree(['update-index', ...flags, '-z', '--stdin'], { input }));
    if (!done.ok) return done;
  }
  return ok(null);
};

const trackedAnyway = (inTree: InTree): GitCommand =>
  inTree(['ls-files', '-z', '--cached', '--ignored', '--exclude-standard'], { readOnly: true });
