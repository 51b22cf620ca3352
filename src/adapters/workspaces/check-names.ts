import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { CheckCopy } from '../../ports/workspaces.ts';

/**
 * The name of a run's k-th check copy; the dot keeps it apart from the attempts of a task called
 * `check`. Copies hold no work: they may be deleted at any time.
 */
export const checkName = (run: RunId, k: number): string => `${run}.check-${String(k)}`;

/** Whether `checkName` makes such names. */
export const isCheckName = (name: string): boolean => /^[a-z0-9]+\.check-\d+$/u.test(name);

/** Which check copies somebody has. */
export interface CheckCopies {
  /** Names. */
  readonly inUse: Set<string>;
  /** The number of the first one that is this engine's. */
  readonly first: number;
}

/** The first copy that nobody has, opened by its name; it is in use until it is given back. */
export const borrowCopy = async (
  { inUse, first }: CheckCopies,
  run: RunId,
  open: (name: string) => Promise<Result<Omit<CheckCopy, 'release'>, Failure>>,
): Promise<Result<CheckCopy, Failure>> => {
  let k = first;
  while (inUse.has(checkName(run, k))) k += 1;
  const name = checkName(run, k);
  inUse.add(name);
  const copy = await open(name);
  if (!copy.ok) {
    inUse.delete(name);
    return copy;
  }
  const release = async (): Promise<void> => void inUse.delete(name);
  return ok({ ...copy.value, release });
};
