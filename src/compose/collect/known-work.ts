import { openReader } from '../../adapters/store/reader.ts';
import type { Reader } from '../../adapters/store/reader.ts';
import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { sourceOf } from '../../domain/collect/collected-from.ts';
import type { CollectedFrom } from '../../domain/collect/collected-from.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId, TaskId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AttemptView, RunView } from '../../domain/run/views.ts';

/** A task whose work was collected and that may be given more of it. */
export interface KnownWork {
  readonly run: RunId;
  readonly task: TaskId;
  /** Attempts at it up to now. */
  readonly attempts: number;
  /** What the newest attempt at it was taken from; null: an agent of fanin made that one. */
  readonly last: CollectedFrom | null;
  /** The tree of that attempt. */
  readonly tree: string | null;
}

/** What was collected into a run before. */
export interface KnownRun {
  readonly run: RunId;
  readonly view: RunView;
  /** By where it was taken from. */
  readonly work: ReadonlyMap<string, KnownWork>;
}

/** The runs of the repository with what was collected into each, the newest first. */
export const knownRuns = ({ stateDir }: RepositoryPlace): Result<readonly KnownRun[], Failure> => {
  const opened = openReader(stateDir);
  if (!opened.ok) return opened;
  const reader = opened.value;
  if (reader === null) return ok([]);
  try {
    return ok(
      reader.runs().map(({ id, body }) => ({ run: id, view: body, work: workOf(reader, id) })),
    );
  } finally {
    reader.close();
  }
};

/** The newest attempt; where a person has taken that apart, what it was before. */
const wholeOf = <T extends AttemptView>(own: readonly T[]): T | undefined => {
  let last = own.at(-1);
  for (let split = last?.split; split !== undefined; split = last?.split) {
    const { n } = split;
    last = own.find((each) => each.n === n);
  }
  return last;
};

const workOf = (reader: Reader, run: RunId): ReadonlyMap<string, KnownWork> => {
  const attempts = reader.views(run, 'attempt').map(({ id, body }) => ({ id, ...body }));
  const trees = new Map(reader.views(run, 'delivery').map(({ id, body }) => [id, body.tree]));
  const found = new Map<string, KnownWork>();
  for (const { id: task, body } of reader.views(run, 'task')) {
    if (body.phase === 'landed' || body.phase === 'dropped') continue;
    const own = attempts.filter((each) => each.task === task).toSorted((a, b) => a.n - b.n);
    // What was taken out of such work goes on in a task of its own.
    if (own[0]?.split !== undefined) continue;
    const from = own.findLast(({ collected }) => collected !== undefined)?.collected;
    const last = wholeOf(own);
    if (from === undefined || last === undefined) continue;
    found.set(sourceOf(from), {
      run,
      task,
      attempts: body.attempts,
      last: last.collected ?? null,
      tree: trees.get(last.id) ?? null,
    });
  }
  return found;
};
