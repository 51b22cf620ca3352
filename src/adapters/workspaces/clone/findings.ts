import { join } from 'node:path';
import type { Finding } from '../../../domain/attempt/attempt.ts';
import type { Failure } from '../../../domain/failure.ts';
import { agentRefs } from '../../../domain/ids.ts';
import { someOf } from '../../git/paths.ts';
import { keptCopy } from '../brought-in.ts';
import { diskUse } from '../disk-use.ts';
import { broughtInFindings, historyFindings, nestedFindings, stateFindings } from '../findings.ts';
import { ignoredFinding } from '../ignored.ts';
import { broughtInRecord } from '../scene.ts';
import type { Scene } from '../scene.ts';
import type { Taken } from './inside/request.ts';
import { textIn } from './ask-inside.ts';
import type { Getting, NotFetched } from './take-out.ts';

/** What of a clone did not come over. */
export interface NotHeld {
  /** Why the agent's commits did not. */
  readonly flat: Failure | null;
  readonly left: readonly NotFetched[];
  /** Contents of Git LFS. */
  readonly large: readonly string[];
}

/** What somebody should know about a clone that was just harvested. */
export const cloneFindings = async (
  getting: Getting,
  taken: Taken,
  { flat, left, large }: NotHeld,
): Promise<readonly Finding[]> => {
  const { place } = getting.yard;
  const { spec } = getting;
  const scene = sceneOf(getting, taken, flat !== null);
  const history = taken.gitLost ? [GIT_LOST] : await historyFindings(place, scene);
  return [
    ...history,
    ...refusedFindings(flat, left),
    ...largeFindings(large),
    ...stateFindings(scene, taken.operation === null ? null : { name: taken.operation, abort: '' }),
    ...nestedFindings(scene),
    ...(await broughtInFindings(place, scene, knownOnly(scene, taken), async (path) =>
      keptCopy(spec.folder, path),
    )),
    ...ignoredFinding(taken.ignored, join(spec.folder, 'ignored')),
    ...refFindings(getting, taken),
    ...(await diskFindings(getting)),
    ...(await networkFindings(getting)),
  ];
};

const GIT_LOST: Finding = {
  kind: 'git-folder-lost',
  text: 'The agent removed or broke its git folder: its files were harvested on top of the base, and what it had committed nobody knows.',
  blocks: true,
};

const refusedFindings = (flat: Failure | null, left: readonly NotFetched[]): readonly Finding[] => {
  const lost = left.map(({ ref, why }) => `${ref.from} (${textIn(why.message)})`);
  return [
    ...(flat === null
      ? []
      : [
          {
            kind: 'history-refused',
            text: `The agent's commits were not taken over: ${textIn(flat.message)} Its files were, on top of the base; the workspace is kept.`,
            blocks: true,
          },
        ]),
    ...(lost.length === 0
      ? []
      : [
          {
            kind: 'not-held',
            text: `Not everything could be taken over, so the workspace is kept: ${someOf(lost)}`,
            blocks: true,
          },
        ]),
  ];
};

const largeFindings = (large: readonly string[]): readonly Finding[] => {
  if (large.length === 0) return [];
  const text = `Contents of Git LFS could not be taken over, so the workspace is kept: ${someOf(large)}`;
  return [{ kind: 'not-held', text, blocks: true }];
};

const refFindings = ({ spec }: Getting, { refs, moreRefs }: Taken): readonly Finding[] => {
  if (refs.length === 0) return [];
  const { run, task, n } = spec;
  const names = someOf(refs.map(({ ref }) => ref.replace(/^refs\/(heads\/)?/, '')));
  const text = `What the agent's other branches, tags or stash hold lies below ${agentRefs(run, task, n)}: ${names}`;
  const held: Finding = { kind: 'refs-held', text, blocks: false };
  if (moreRefs === 0) return [held];
  const more = `The agent made ${moreRefs} refs more than fanin takes over, so the workspace is kept.`;
  return [held, { kind: 'not-held', text: more, blocks: true }];
};

/** What the attempt takes on the disk, where that is more than it may. */
const diskFindings = async ({ room, limits }: Getting): Promise<readonly Finding[]> => {
  const bytes = await diskUse(room);
  if (bytes <= limits.diskBytes) return [];
  const text = `The attempt takes ${gigabytes(bytes)} on the disk; ${gigabytes(limits.diskBytes)} is the limit (workspaces.disk).`;
  return [{ kind: 'disk-exceeded', text, blocks: true }];
};

/** Names and addresses that something inside wanted to reach and was not let, each one a finding. */
const networkFindings = async ({ doors, room }: Getting): Promise<readonly Finding[]> => {
  const refused = await doors.boundary.refusals(room.entry);
  const told = refused.slice(0, MOST_REFUSALS).map(({ host, port, times }) => {
    const where = `${textIn(host)}${port === null ? '' : `:${port}`}`;
    const often = times === 1 ? '' : ` (${times} times)`;
    return `It wanted to reach ${where} and was not let${often}; sandbox.network in the config names what may be reached.`;
  });
  const more = refused.length - told.length;
  const all =
    more > 0 ? [...told, `It wanted to reach ${more} other places and was not let.`] : told;
  return all.map((text) => ({ kind: 'network-refused', text, blocks: false }));
};

const MOST_REFUSALS = 20;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Only what was brought in is told of. */
const knownOnly = ({ record }: Scene, { changed }: Taken): Taken['changed'] => {
  const known = new Set(record.files.map(({ path }) => path));
  return changed.filter(({ path }) => known.has(path));
};

const sceneOf = (
  { room, workspace, spec }: Getting,
  taken: Taken,
  isFlat: boolean,
): Scene & { readonly dropped: number } => ({
  workspace,
  spec,
  state: {
    path: room.path,
    exists: true,
    // It has one of its own, and nobody outside looks into it.
    gitDir: room.path,
    claimed: true,
    head: isFlat ? spec.base : taken.head,
    onBranch: taken.onBranch,
  },
  record: broughtInRecord(spec),
  snapshot: {
    tree: taken.tree,
    headTree: taken.headTree,
    stagedTree: taken.stagedTree,
    nested: taken.nested,
    unread: taken.unread,
  },
  dropped: taken.dropped,
});
