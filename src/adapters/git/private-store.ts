import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine } from './git.ts';
import { onObjects } from './object-access.ts';
import { namesIn } from './small-file.ts';

/**
 * The private repository beside the user's, as a place for commands on objects and refs. It reads
 * the user's objects, nobody collects its garbage, and its refs show in no log of the user's.
 */
export const privateStore = (place: RepositoryPlace): RepositoryPlace => {
  const store = join(place.stateDir, 'store.git');
  return { ...place, gitDir: store, commonDir: store };
};

/** Whether it has been made. */
export const hasPrivateStore = (place: RepositoryPlace): boolean =>
  existsSync(join(privateStore(place).commonDir, 'HEAD'));

/** Makes it where it is not there yet: whole or not at all. Codes: those of git. */
export const openPrivateStore = async (
  place: RepositoryPlace,
): Promise<Result<RepositoryPlace, Failure>> => {
  const store = privateStore(place);
  if (hasPrivateStore(place)) return ok(store);
  const format = await gitLine(
    place.commonDir,
    ['rev-parse', '--show-object-format'],
    onObjects(place, { readOnly: true }),
  );
  if (!format.ok) return format;
  const folder = `${store.commonDir}.new-${String(process.pid)}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(place.stateDir, { recursive: true });
  const args = ['init', '--quiet', '--bare', '--template=', `--object-format=${format.value}`];
  const made = await git(place.stateDir, [...args, folder]);
  if (!made.ok) return made;
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  // Relative, so that a repository that is moved keeps it.
  await writeFile(join(folder, 'objects', 'info', 'alternates'), '../../../objects\n');
  for (const [key, value] of NO_COLLECTION) {
    const set = await git(place.stateDir, ['config', key, value], { env: { GIT_DIR: folder } });
    if (!set.ok) return set;
  }
  try {
    await rename(folder, store.commonDir);
  } catch (error) {
    // Somebody else was faster.
    await rm(folder, { recursive: true, force: true });
    if (!hasPrivateStore(place)) throw error;
  }
  return ok(store);
};

/** Collecting garbage would drop copies of objects that the user's repository happens to have, too. */
const NO_COLLECTION = [
  ['gc.auto', '0'],
  ['gc.pruneExpire', 'never'],
  ['maintenance.auto', 'false'],
] as const;

/** Where a loose object lies in a repository's own objects. */
export const looseObject = (place: RepositoryPlace, id: string): string =>
  looseIn(join(place.commonDir, 'objects'), id);

/** The same in any folder of objects. */
export const looseIn = (objects: string, id: string): string =>
  join(objects, id.slice(0, 2), id.slice(2));

/** The ids of every loose object of a repository's own. */
export const looseObjects = (place: RepositoryPlace): readonly string[] => {
  const objects = join(place.commonDir, 'objects');
  return namesIn(objects)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((prefix) =>
      namesIn(join(objects, prefix))
        .filter((name) => /^[0-9a-f]{38,62}$/.test(name))
        .map((name) => `${prefix}${name}`),
    );
};
