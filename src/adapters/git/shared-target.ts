import type { SharedTarget } from '../../ports/shared-target.ts';
import { gitLine } from './git.ts';
import { onObjects } from './object-access.ts';
import { isAncestor, readRef } from './refs.ts';
import { fetchTarget, pushTarget } from './remote-target.ts';
import type { RemoteTarget } from './remote-target.ts';

/** A remote's branch, by fetch and by compare-and-swap of a push. `hooks`: the repository's `pre-push` has a say. */
export const gitSharedTarget = (remote: RemoteTarget, hooks: boolean): SharedTarget => {
  const { place, ref } = remote;
  const offered = `refs/fanin/offered/${ref.replace(/^refs\//u, '')}`;
  return {
    look: () => fetchTarget(remote),
    push: async (from, to) => {
      const noted = await gitLine(place.commonDir, ['update-ref', offered, to], onObjects(place));
      return noted.ok ? pushTarget(remote, { from, to, hooks }) : noted;
    },
    offered: () => readRef(place, offered),
    holds: (commit, ancestor) => isAncestor(place, ancestor, commit),
  };
};
