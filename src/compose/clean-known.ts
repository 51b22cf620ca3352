import { dirname } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { openReader } from '../adapters/store/reader.ts';
import type { Reader } from '../adapters/store/reader.ts';
import type { ListedWorkspace } from '../adapters/workspaces/list.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId, RunId } from '../domain/ids.ts';
import { ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { AttemptView, DeliveryView, RunView } from '../domain/run/views.ts';

/** An attempt with what decides about its workspace. */
export interface KnownAttemptWork extends AttemptView {
  readonly id: AttemptId;
  readonly run: RunId;
  readonly delivery: DeliveryView | null;
}

/** Every attempt of every run, as the projections have them. */
export interface KnownWork {
  readonly attempt: (id: AttemptId) => KnownAttemptWork | null;
  /** Workspaces that were made and, as far as the log knows, not removed. Whether they are there, who knows. */
  readonly standing: () => readonly ListedWorkspace[];
  readonly run: (id: RunId) => RunView | null;
  /** The newest first. */
  readonly runs: () => readonly { readonly id: RunId; readonly view: RunView }[];
  readonly attemptsOf: (run: RunId) => readonly KnownAttemptWork[];
  /** The run that a workspace or check copy of this name belongs to, known or not; null: no such name. */
  readonly runOf: (name: string) => RunId | null;
  /** Folders that hold or held workspaces, wherever the config puts new ones. */
  readonly roots: () => readonly string[];
}

/** Reads them; nothing where nothing has run yet. Codes: those of `openReader`. */
export function knownAttempts(place: RepositoryPlace): Result<KnownWork, Failure> {
  const reader = openReader(place.stateDir);
  if (!reader.ok) return reader;
  if (reader.value === null) return ok(knownWork([], new Map()));
  const { value } = reader;
  try {
    return ok(value.snapshot(() => readAll(value)));
  } finally {
    value.close();
  }
}

function readAll(reader: Reader): KnownWork {
  const runs = new Map(reader.runs().map(({ id, body }) => [id, body]));
  const attempts = [...runs.keys()].flatMap((run) => {
    const deliveries = new Map(reader.views(run, 'delivery').map(({ id, body }) => [id, body]));
    return reader
      .views(run, 'attempt')
      .map(({ id, body }) => ({ ...body, id, run, delivery: deliveries.get(id) ?? null }));
  });
  return knownWork(attempts, runs);
}

/** What is known of a folder that nobody has looked for. */
const GONE = {
  kind: 'attempt',
  level: 'worktree',
  exists: false,
  registered: false,
  head: null,
  branch: null,
} as const;

function knownWork(
  attempts: readonly KnownAttemptWork[],
  runs: ReadonlyMap<RunId, RunView>,
): KnownWork {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  return {
    attempt: (id) => byId.get(id) ?? null,
    standing: () =>
      attempts.flatMap(({ id, workspace, removed }) =>
        workspace === null || removed ? [] : [{ ...GONE, path: workspace, name: id }],
      ),
    run: (id) => runs.get(id) ?? null,
    runs: () => [...runs].map(([id, view]) => ({ id, view })),
    attemptsOf: (run) => attempts.filter((attempt) => attempt.run === run),
    runOf: (name) => /^([a-z0-9]+)(?:\.check-\d+|-.+-\d+)$/u.exec(name)?.[1] ?? null,
    roots: () =>
      attempts.flatMap(({ workspace, removed }) =>
        workspace === null || removed ? [] : [dirname(workspace)],
      ),
  };
}
