import type { TaskId } from '../ids.ts';
import { countedSize } from './size.ts';

/** What a chain's length is made of. */
export interface Link {
  readonly id: TaskId;
  readonly needs: readonly TaskId[];
  /** Expected agent time in ms; null counts as `UNKNOWN_SIZE`. */
  readonly sizeMs: number | null;
}

/** For each task the longest chain of work that starts with it, in ms, itself included. The graph has no cycle. */
export const remainingChains = (links: readonly Link[]): ReadonlyMap<TaskId, number> => {
  const dependants = new Map<TaskId, Link[]>();
  for (const link of links)
    for (const need of link.needs) dependants.set(need, [...(dependants.get(need) ?? []), link]);
  const lengths = new Map<TaskId, number>();
  const lengthOf = (link: Link): number => {
    const known = lengths.get(link.id);
    if (known !== undefined) return known;
    const behind = (dependants.get(link.id) ?? []).map(lengthOf);
    const length = countedSize(link) + Math.max(0, ...behind);
    lengths.set(link.id, length);
    return length;
  };
  for (const link of links) lengthOf(link);
  return lengths;
};
