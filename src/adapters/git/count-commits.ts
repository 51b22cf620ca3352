import type { RepositoryPlace } from './discover.ts';
import { gitLine } from './git.ts';
import { onObjects } from './object-access.ts';

/** How many commits are in `to` and not in `from`; null where git cannot tell. */
export const countCommits = async (
  place: RepositoryPlace,
  from: string,
  to: string,
): Promise<number | null> => {
  const args = ['rev-list', '--count', `${from}..${to}`];
  const line = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  return line.ok && /^\d+$/.test(line.value) ? Number(line.value) : null;
};
