import { lchownSync, mkdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../../../domain/attempt/attempt.ts';
import { failure } from '../../../domain/failure.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { WorkspaceSpec } from '../../../ports/workspaces.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import { statOf } from '../../git/small-file.ts';
import { keptCopy } from '../brought-in.ts';
import { harvestRefs } from '../harvest-refs.ts';
import { uidOf } from '../room.ts';
import { broughtInRecord } from '../scene.ts';
import { getting } from './clone.ts';
import type { CloneDeps } from './deps.ts';
import { standingRefs } from './harvest.ts';
import { keptIn } from './inside/request.ts';
import type { Taken } from './inside/request.ts';
import { fetchOut, takeInside } from './take-out.ts';
import type { Getting } from './take-out.ts';

/** What a clone holds while its agent is at work in it. */
export interface SeenClone {
  readonly head: string;
  readonly tree: string;
  /** What could not be taken, one line each. */
  readonly left: readonly string[];
  /** Copies of brought-in files that have changed. */
  readonly copies: readonly { readonly path: string; readonly copy: string }[];
  /** Brings a commit of that tree, on top of that head, into a repository, as loose objects. */
  readonly fetch: (place: RepositoryPlace, ref: string) => Promise<Result<null, Failure>>;
}

/**
 * Looks into a clone without disturbing anybody; who looks at the same time as others needs a `name`
 * of its own. Codes: `workspace-missing`, those of `askInside`.
 */
export const lookIntoClone =
  (deps: CloneDeps, name = 'look') =>
  (workspace: Workspace, spec: WorkspaceSpec): Promise<Result<SeenClone, Failure>> =>
    getting(deps, workspace, spec, async (of) => {
      if (statOf(of.room.path) === null)
        return err(failure('workspace-missing', `There is no workspace at ${workspace.path}.`));
      const apart = apartFrom(of, name);
      const standing = await standingRefs(apart);
      if (!standing.ok) return standing;
      const held = { harvest: null, staged: null, dropped: null };
      const look = { held, known: standing.value.known, trust: 'all', keeps: false } as const;
      const taken = await takeInside(apart, look);
      return taken.ok ? ok(await seen(apart, taken.value)) : taken;
    });

/** In a folder of its own: a harvest may be under way. */
const apartFrom = (of: Getting, name: string): Getting => {
  const out = join(of.room.out, name);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const uid = uidOf(of.room);
  if (uid !== null) lchownSync(out, uid, uid);
  return { ...of, room: { ...of.room, out } };
};

const seen = async (of: Getting, taken: Taken): Promise<SeenClone> => {
  const { harvest } = harvestRefs(of.spec);
  const nested = taken.nested.map(({ path }) => `the repository ${path} in it is in no checkpoint`);
  return {
    head: taken.head,
    tree: taken.tree,
    left: [...(taken.unread === null ? [] : [taken.unread]), ...nested],
    copies: await copiesOf(of, taken),
    fetch: (place, ref) =>
      fetchOut(of, place, [{ from: taken.commit === null ? 'HEAD' : harvest, to: ref }], ALL_LOOSE),
  };
};

/** The store deletes what it does not need any more one by one. */
const ALL_LOOSE = 1_000_000;

const copiesOf = async ({ room, spec }: Getting, { changed }: Taken) => {
  const known = new Set(broughtInRecord(spec).files.map(({ path }) => path));
  const copies: { path: string; copy: string }[] = [];
  for (const { path, isFile } of changed) {
    const copy = keptCopy(keptIn(room.out), path);
    const isPlain = known.has(path) && (await realpath(copy).catch(() => null)) === copy;
    if (isFile && isPlain && statOf(copy)?.isFile() === true) copies.push({ path, copy });
  }
  return copies;
};
