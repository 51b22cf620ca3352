import type { Finding } from '../../domain/attempt/attempt.ts';
import { contentFindings } from '../../domain/delivery/contents/contents.ts';
import { readDelivered } from '../git/delivered-tree.ts';
import type { RepositoryPlace } from '../git/discover.ts';

/** What is in a harvested commit that nobody should check out unseen. */
export const harvestedContent = async (
  place: RepositoryPlace,
  base: string,
  commit: string | null,
): Promise<readonly Finding[]> => {
  if (commit === null) return [];
  const tree = await readDelivered(place, base, commit);
  if (tree.ok) return contentFindings(tree.value);
  const text = `What the harvest holds could not be looked through: ${tree.error.message}`;
  return [{ kind: 'contents-unread', text, blocks: true }];
};
