import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { USUAL_PRUNING } from '../domain/checkpoint/pruning.ts';
import type { Failure } from '../domain/failure.ts';
import type { AttemptId } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { Checkpoint } from '../ports/checkpoints.ts';
import type { KnownWork } from './clean-known.ts';
import { readCheckpoints } from './salvage/held-work.ts';

/** Lets go of the old checkpoints of every run: an engine only does so for the one it carries on. Codes: those of git. */
export const cleanCheckpoints = (
  place: RepositoryPlace,
  known: KnownWork,
): Promise<Result<readonly Checkpoint[], Failure>> =>
  readCheckpoints(place).prune({
    ...USUAL_PRUNING,
    now: Date.now(),
    runs: null,
    landed: known.runs().flatMap(({ id }) => landedOf(known, id)),
  });

/** Every attempt at a task of which one has landed. */
const landedOf = (known: KnownWork, run: string): readonly AttemptId[] => {
  const all = known.attemptsOf(run);
  const tasks = new Set(
    all.filter(({ delivery }) => delivery?.phase === 'landed').map(({ task }) => task),
  );
  return all.filter(({ task }) => tasks.has(task)).map(({ id }) => id);
};
