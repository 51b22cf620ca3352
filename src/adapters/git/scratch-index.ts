import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { git, gitLine } from './git.ts';
import { onObjects } from './object-access.ts';

/** A change of a tree, through an index of its own. */
export interface IndexWork {
  readonly base: string;
  /** A folder below the state folder. */
  readonly folder: string;
  /** What `update-index -z --index-info` takes; it may ask git of the index, which holds `base`. */
  readonly input: (
    env: Readonly<Record<string, string>>,
  ) => Promise<Result<string | Buffer, Failure>> | Result<string | Buffer, Failure>;
}

/** The tree that `base` becomes. The index goes again. */
export const treeByIndex = async (
  place: RepositoryPlace,
  { base, folder, input }: IndexWork,
): Promise<Result<string, Failure>> => {
  const scratch = join(place.stateDir, folder, `index-${randomUUID()}`);
  mkdirSync(dirname(scratch), { recursive: true });
  const env = { GIT_INDEX_FILE: scratch };
  try {
    const read = await git(place.commonDir, ['read-tree', base], onObjects(place, { env }));
    if (!read.ok) return read;
    const lines = await input(env);
    if (!lines.ok) return lines;
    const args = ['update-index', '-z', '--index-info'];
    const options = onObjects(place, { env, input: lines.value });
    const put = await git(place.commonDir, args, options);
    if (!put.ok) return put;
    return await gitLine(
      place.commonDir,
      ['write-tree', '--missing-ok'],
      onObjects(place, { env }),
    );
  } finally {
    rmSync(scratch, { force: true });
    rmSync(`${scratch}.lock`, { force: true });
  }
};
