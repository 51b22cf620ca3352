import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { namesIn, statOf } from '../adapters/git/small-file.ts';
import { holdersOf } from '../adapters/process/file-holders.ts';
import { yardPath } from '../adapters/workspaces/yard.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { Repair } from './repair-finding.ts';
import { workspacesRootOf } from './workspaces-root.ts';

/** Lock files that git leaves when it is killed, and that nobody holds any more. */
export async function lockRepairs(place: RepositoryPlace): Promise<readonly Repair[]> {
  const { commonDir, stateDir } = place;
  const copies = namesIn(join(commonDir, 'worktrees')).map((name) =>
    join(commonDir, 'worktrees', name),
  );
  const files = [commonDir, join(stateDir, 'store.git'), ...copies].flatMap((folder) =>
    LOCKS.map((name) => join(folder, name)),
  );
  const found = files.filter((file) => statOf(file)?.isFile() === true);
  if (found.length === 0) return [];
  const root = await workspacesRootOf(place);
  const folders = [place.root, commonDir, yardPath({ place, ...(root === null ? {} : { root }) })];
  return found.map((file) => lockRepair(place, file, folders));
}

const LOCKS = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock'];

/** A git that has only just made one may be between two of its steps. */
const YOUNGEST_MS = 60_000;

function lockRepair(place: RepositoryPlace, file: string, folders: readonly string[]): Repair {
  const name = file.slice(dirname(place.commonDir).length + 1);
  const why = whyHeld(file, folders);
  const base = {
    name,
    before: `there since ${new Date(statOf(file)?.mtimeMs ?? 0).toISOString()}`,
    command: `rm '${file}'`,
  };
  return why === null
    ? {
        ...base,
        text: `${name} was left by a git that died: every git stops at it`,
        after: 'moved to the state folder',
        apply: () => setAside(place, file, folders),
      }
    : {
        ...base,
        text: `${name} lies there, and ${why}`,
        after: 'left as it is',
        apply: null,
      };
}

/** Why nobody can say that its owner is gone; null: it is. */
const whyHeld = (file: string, folders: readonly string[]): string | null => {
  const age = Date.now() - (statOf(file)?.mtimeMs ?? Date.now());
  if (age < YOUNGEST_MS) return 'it is not a minute old';
  const holders = holdersOf(file, folders);
  if (holders === null) return 'this system cannot tell who holds it';
  const [first] = holders;
  return first === undefined ? null : `process ${first.pid} (${first.name}) may hold it`;
};

/** It is kept: what git had begun to write may be of use. */
async function setAside(
  place: RepositoryPlace,
  file: string,
  folders: readonly string[],
): Promise<Result<null, Failure>> {
  if (statOf(file) === null) return ok(null);
  const held = whyHeld(file, folders);
  if (held !== null) return err(failure('ref-locked', `${file} lies there, and ${held}`));
  const { mtimeMs = 0 } = statOf(file) ?? {};
  const kept = join(
    place.stateDir,
    'repairs',
    `${Math.round(mtimeMs)}-${basename(dirname(file))}-${basename(file)}`,
  );
  await mkdir(dirname(kept), { recursive: true });
  await rename(file, kept);
  return ok(null);
}
