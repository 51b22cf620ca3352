import { repairAt } from '../../src/compose/doctor.ts';
import type { Repaired } from '../../src/compose/doctor.ts';
import type { TempRepo } from '../support/git-repo.ts';

/** Puts right what can be proven to be wrong there. */
export const repaired = async (path: string): Promise<readonly Repaired[]> => {
  const done = await repairAt(path);
  if (!done.ok) throw new Error(done.error.message);
  return done.value;
};

/** What was done, and what is only told. */
export const names = (all: readonly Repaired[]) => all.map(({ name, done }) => [name, done]);

/** A repository whose methods can be taken apart. */
export const bound = (of: TempRepo) => ({
  path: of.path,
  base: of.base,
  gitIn: (...args: Parameters<TempRepo['gitIn']>) => of.gitIn(...args),
});
