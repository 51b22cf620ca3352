import { randomUUID } from 'node:crypto';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { gitLine, runGit } from './git.ts';
import { onObjects } from './object-access.ts';

/** The engine that may land, as a ref that every landing verifies in its own transaction. */
export interface GitFence {
  readonly ref: string;
  /** What the ref must hold: a blob that names the engine's epoch, and is like no other. */
  readonly old: string;
}

const FENCE_REF = 'refs/fanin/fence';

/** Raises the fence to this epoch: no transaction under an earlier one moves anything any more. */
export const raiseGitFence = async (
  place: RepositoryPlace,
  epoch: number,
): Promise<Result<GitFence, Failure>> => {
  const blob = await gitLine(
    place.commonDir,
    ['hash-object', '-w', '--stdin'],
    // Databases come and go, and their epochs begin anew: no two fences are alike.
    onObjects(place, { input: `fanin engine ${epoch} ${randomUUID()}\n` }),
  );
  if (!blob.ok) return blob;
  const moved = await runGit({
    cwd: place.commonDir,
    args: ['update-ref', FENCE_REF, blob.value],
    options: onObjects(place),
  });
  return moved.ok ? ok({ ref: FENCE_REF, old: blob.value }) : err(moved.error);
};
