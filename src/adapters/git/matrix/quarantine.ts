import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../discover.ts';
import { openScratch } from '../../process/scratch-folder.ts';

/** A folder outside the repository that takes the objects of trial merges, and goes with them. */
export interface Quarantine {
  readonly folder: string;
  /** Where objects go that have to last as long as the quarantine. */
  readonly objects: string;
  /** Variables with which git writes into `objects`, or into a folder of objects that is given. */
  env(into?: string): Readonly<Record<string, string>>;
  close(): void;
}

/** Makes one. `alsoFrom`: further folders of objects that can be read. */
export const openQuarantine = (
  place: RepositoryPlace,
  alsoFrom: readonly string[] = [],
): Quarantine => {
  const scratch = openScratch('quarantine');
  const { folder } = scratch;
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const lent = [join(place.commonDir, 'objects'), ...alsoFrom.filter((each) => existsSync(each))];
  return {
    folder,
    objects,
    env: (into = objects) => ({
      GIT_OBJECT_DIRECTORY: into,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: (into === objects ? lent : [objects, ...lent])
        .map(quoted)
        .join(':'),
    }),
    close: () => scratch.close(),
  };
};

/** A path may hold what separates paths. */
const quoted = (path: string): string =>
  /[:"\n]/.test(path)
    ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
    : path;
