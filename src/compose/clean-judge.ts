import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { ListedWorkspace } from '../adapters/workspaces/list.ts';
import type { Workspace } from '../domain/attempt/attempt.ts';
import { attemptLabel, workBranch } from '../domain/ids.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { WorkspaceSpec } from '../ports/workspaces.ts';
import { attemptFolder } from './attempt-reader.ts';
import type { KnownAttemptWork, KnownWork } from './clean-known.ts';
import type { RunningEngine } from './clean-turn.ts';

/** What may be done with a folder; whether everything in it is held, its removal looks for itself. */
export type Verdict =
  | { readonly kind: 'keep'; readonly why: string }
  | { readonly kind: 'check-copy' }
  | { readonly kind: 'workspace'; readonly workspace: Workspace; readonly spec: WorkspaceSpec };

/** A folder with everything that decides about it. */
export interface Judged {
  readonly entry: ListedWorkspace;
  readonly known: KnownWork;
  readonly running: RunningEngine | null;
  readonly wish: { readonly all: boolean; readonly attempts: readonly AttemptId[] };
}

/** Decides by the books alone. */
export async function judge(place: RepositoryPlace, judged: Judged): Promise<Verdict> {
  const { entry, known, running } = judged;
  const run = known.runOf(entry.name);
  if (entry.kind === 'unknown') return keep(UNKNOWN);
  if (entry.kind === 'set-aside') return keep(SET_ASIDE);
  if (run === null) return keep(UNKNOWN);
  if (running?.carries(run) === true) return keep(`an engine carries run ${run} on`);
  if (entry.kind === 'check') return judgeCheckCopy(run, known);
  const attempt = known.attempt(entry.name);
  return attempt === null ? judgeOrphan(place, entry) : judgeAttempt(place, attempt, judged);
}

const keep = (why: string): Verdict => ({ kind: 'keep', why });

const UNKNOWN = 'it is no workspace of this repository';
const SET_ASIDE =
  'a crash left it, and nobody knows whether it is held elsewhere: look into it, then delete it by hand';

/** The engine of a run that has lost it may have left a check running in there. */
const judgeCheckCopy = (run: string, known: KnownWork): Verdict => {
  const view = known.run(run);
  return view === null || view.phase === 'ended'
    ? { kind: 'check-copy' }
    : keep(`run ${run} is not over: fanin run --resume ${run}`);
};

function judgeAttempt(
  place: RepositoryPlace,
  attempt: KnownAttemptWork,
  { entry, wish }: Judged,
): Verdict {
  const label = attemptLabel(attempt.task, attempt.n);
  if (attempt.phase !== 'ended') {
    return keep(`${label} has not ended: fanin run --resume ${attempt.run} takes it up again`);
  }
  const waits = WAITING[attempt.delivery?.phase ?? ''];
  if (waits !== undefined && !wish.all && !wish.attempts.includes(attempt.id)) {
    return keep(`${waits}; --all removes it all the same`);
  }
  return removal(place, entry, { ...attempt, attempt: attempt.id });
}

const WAITING: Readonly<Record<string, string>> = {
  checking: 'its delivery is still to be checked',
  'awaiting-review': 'its delivery waits for you: fanin review',
  parked: 'its delivery is parked for you: fanin review',
  queued: 'its delivery is still to land',
  landing: 'its delivery is still to land',
};

/** No run knows it: its own record, if it is still there, says what it started from. */
async function judgeOrphan(place: RepositoryPlace, entry: ListedWorkspace): Promise<Verdict> {
  const parts = /^([a-z0-9]+)-(.+)-(\d+)$/u.exec(entry.name);
  const base = await recordedBase(place, entry.name);
  const [, run = '', task = '', n = ''] = parts ?? [];
  if (parts === null || base === null) {
    return keep('no run knows it, and fanin has no record of what it started from');
  }
  return removal(place, entry, { attempt: entry.name, run, task, n: Number(n), base });
}

/** What `prepare` has written down once the work copy was complete. */
async function recordedBase(place: RepositoryPlace, attempt: AttemptId): Promise<string | null> {
  const file = join(attemptFolder(place, attempt), 'prepared.json');
  try {
    const record: unknown = JSON.parse(await readFile(file, 'utf8'));
    const base =
      typeof record === 'object' && record !== null && 'base' in record ? record.base : null;
    return typeof base === 'string' && /^[0-9a-f]{40,64}$/u.test(base) ? base : null;
  } catch {
    return null;
  }
}

function removal(
  place: RepositoryPlace,
  { path, level }: ListedWorkspace,
  of: {
    readonly attempt: AttemptId;
    readonly run: string;
    readonly task: string;
    readonly n: number;
    readonly base: string;
  },
): Verdict {
  const { attempt, run, task, n, base } = of;
  // Its removal takes nothing for a workspace that does not lie where its name says.
  const home = join(dirname(path), attempt);
  if (home !== path) return keep(`it was moved to ${path}`);
  const branch = workBranch(run, task, n);
  const folder = attemptFolder(place, attempt);
  return {
    kind: 'workspace',
    workspace: { attempt, level, path, branch, base },
    spec: { attempt, run, task, n, base, level, folder },
  };
}
