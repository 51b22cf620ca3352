import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { gitLine } from '../../adapters/git/git.ts';
import { readRef } from '../../adapters/git/refs.ts';
import { taggedProcesses } from '../../adapters/process/sweep.ts';
import { attemptTag } from '../../adapters/process/tag.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/** What to look at after a demo. */
export interface LookBackWish {
  /** The first commit: where `main` must still be. */
  readonly head: string;
  readonly targetRef: string;
  /** The ref that should hold what the stopped agent did. */
  readonly keptRef: string;
  readonly attempts: readonly AttemptId[];
}

/** What git and the system say after a demo. */
export interface LookBack {
  /** Landings, the newest first: `<short commit> <subject>`. */
  readonly log: readonly string[];
  /** Whether branch, index and files of the main checkout are as they were. */
  readonly untouched: boolean;
  /** The commit that holds what the stopped agent did; null: none. */
  readonly kept: string | null;
  /** Processes of agents that are still there. */
  readonly left: readonly number[];
}

/** Looks at what the demo leaves behind. */
export async function lookBack(
  place: RepositoryPlace,
  wish: LookBackWish,
): Promise<Result<LookBack, Failure>> {
  const { head, targetRef, keptRef, attempts } = wish;
  const range = `${head}..${targetRef}`;
  const log = await gitLine(place.root, [
    'log',
    '--first-parent',
    '--no-color',
    '--no-show-signature',
    '--format=%h %s',
    range,
  ]);
  if (!log.ok) return log;
  const status = await gitLine(place.root, ['status', '--porcelain', '--branch'], {
    readOnly: true,
  });
  if (!status.ok) return status;
  const now = await gitLine(place.root, ['rev-parse', 'HEAD']);
  if (!now.ok) return now;
  return ok({
    log: log.value.split('\n').filter((line) => line !== ''),
    untouched: now.value === head && status.value === '## main',
    kept: await readRef(place, keptRef),
    left: attempts.flatMap((attempt) => taggedProcesses(attemptTag(place.stateDir, attempt))),
  });
}
