import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { isAncestor } from '../adapters/git/refs.ts';
import { openReader } from '../adapters/store/reader.ts';

/**
 * A note when the newest run that landed something has not been taken into the commit that a new
 * run would start from: its tasks would be made again, and the two could not both be promoted.
 */
export const unpromotedNote = async (
  place: RepositoryPlace,
  base: { readonly commit: string; readonly name: string },
): Promise<readonly string[]> => {
  const newest = newestLanding(place);
  if (newest === null || (await isAncestor(place, newest.target, base.commit))) return [];
  return [
    `run ${newest.run} has landed work that ${base.name} does not have: fanin promote --run ${newest.run}`,
  ];
};

const newestLanding = (
  place: RepositoryPlace,
): { readonly run: string; readonly target: string } | null => {
  const opened = openReader(place.stateDir);
  if (!opened.ok || opened.value === null) return null;
  const reader = opened.value;
  try {
    const landed = reader.runs().find(({ body }) => body.target !== body.base);
    return landed === undefined ? null : { run: landed.id, target: landed.body.target };
  } finally {
    reader.close();
  }
};
