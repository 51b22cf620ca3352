import { splitTree } from '../adapters/git/split-tree.ts';
import type { SplitPart } from '../adapters/git/split-tree.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { changedFiles } from '../adapters/git/changes.ts';
import { harvestedContent } from '../adapters/workspaces/content-findings.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { attemptLabel, isTaskId } from '../domain/ids.ts';
import type { DeliveryId, RunId, TaskId } from '../domain/ids.ts';
import { globMatches } from '../domain/plan/glob.ts';
import { parseScope, scopeCovers } from '../domain/plan/scope.ts';
import type { Scope } from '../domain/plan/scope.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { Part } from '../domain/split/part-harvest.ts';
import { partName } from '../domain/split/part-task.ts';
import { submit } from './submit.ts';

/** A delivery that a person takes apart. */
export interface SplitWish {
  readonly run: RunId;
  readonly delivery: DeliveryId;
  readonly task: TaskId;
  readonly n: number;
  readonly commit: string;
  readonly base: string;
  /** What was looked at. */
  readonly tree: string;
  /** Paths and globs, seen from the repository's root. */
  readonly paths: readonly string[];
  /** What lands after the rest, on top of it. */
  readonly after: boolean;
  /** The new task; null: named after the first. */
  readonly name: TaskId | null;
  /** The tasks of the run. */
  readonly tasks: readonly TaskId[];
  readonly by: string;
}

/** What became of it. */
export interface SplitDone {
  /** The new task. */
  readonly name: TaskId;
  readonly rest: readonly string[];
  readonly taken: readonly string[];
}

/**
 * Takes a delivery apart, and waits until its parts are taken in: the trees are made here, and the engine holds them.
 * Codes: `bad-path`, `no-such-path`, `bad-task-id`, those of `splitTree` and of what is decided.
 */
export async function splitDelivery(
  place: RepositoryPlace,
  wish: SplitWish,
): Promise<Result<SplitDone, Failure>> {
  const { delivery, run, task, n, tree, paths, after, by, base, commit } = wish;
  const scope = readPaths(paths);
  if (!scope.ok) return scope;
  const name = wish.name ?? partName(task, new Set(wish.tasks));
  if (!isTaskId(name))
    return err(
      failure('bad-task-id', `${JSON.stringify(name)} cannot name a task`, {
        hint: 'use a-z, 0-9, `-` and `_`, at most 40, a letter or digit first',
      }),
    );
  const missed = await withoutFiles(place, wish, scope.value);
  if (missed !== null) return err(missed);
  const label = attemptLabel(task, n);
  const named = paths.join(' ');
  const made = await splitTree(place, {
    base,
    commit,
    takes: (path) => scopeCovers(scope.value, path),
    onTop: after,
    messages: {
      rest: `fanin: ${label} without ${named}\n`,
      taken: `fanin: ${named} of ${label}\n`,
    },
  });
  if (!made.ok) return made;
  const rest = await lookedAt(place, made.value.rest);
  const taken = await lookedAt(place, made.value.taken);
  const command = { type: 'split', delivery, tree, name, paths, after, rest, taken, by } as const;
  const done = await submit(place, run, command);
  return done.ok ? ok({ name, rest: rest.files, taken: taken.files }) : done;
}

const lookedAt = async (place: RepositoryPlace, part: SplitPart): Promise<Part> => ({
  ...part,
  findings: await harvestedContent(place, part.base, part.commit),
});

const readPaths = (paths: readonly string[]): Result<Scope, Failure> => {
  const scope = parseScope(paths);
  if (scope.ok) return scope;
  const [first] = scope.error;
  const pattern = JSON.stringify(first?.pattern ?? '');
  return err(
    failure('bad-path', `bad path or pattern ${pattern}: ${first?.error.message ?? ''}`, {
      hint: 'paths are seen from the root of the repository: docs, src/*.ts',
    }),
  );
};

const MOST_NAMES = 8;

/** A pattern that covers none of the changed files is a slip of the person's. */
const withoutFiles = async (
  place: RepositoryPlace,
  { base, commit, task, n }: SplitWish,
  scope: Scope,
): Promise<Failure | null> => {
  const changes = await changedFiles(place, base, commit);
  if (!changes.ok) return changes.error;
  const files = changes.value.flatMap(({ path, from }) => (from === null ? [path] : [path, from]));
  const bare = scope.globs.find((glob) => !files.some((path) => globMatches(glob, path)));
  if (bare === undefined) return null;
  const more = files.length - MOST_NAMES;
  const named = [...files.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return failure('no-such-path', `${attemptLabel(task, n)} changes nothing under ${bare.source}`, {
    hint: `it changes ${named}`,
  });
};
