import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { attemptHistory } from '../adapters/store/history.ts';
import { openReader } from '../adapters/store/reader.ts';
import type { PastAttempt } from '../domain/plan/past-attempt.ts';

/** What attempts took here before; none where the database cannot be read: who needs it says why. */
export const pastAttempts = ({ stateDir }: RepositoryPlace): readonly PastAttempt[] => {
  // It judges the file first: a query must not meet what is not ours.
  const reader = openReader(stateDir);
  if (!reader.ok || reader.value === null) return [];
  reader.value.close();
  const past = attemptHistory(stateDir);
  return past.ok ? past.value : [];
};
