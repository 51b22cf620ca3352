import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { gitAll } from '../git/git.ts';
import { onTree } from '../git/object-access.ts';
import { namesIn, statOf } from '../git/small-file.ts';

/** Writes the files of a commit into a folder that is empty or not there. Codes: `folder-not-empty`, those of git. */
export const restoreInto = async (
  store: RepositoryPlace,
  commit: string,
  folder: string,
): Promise<Result<null, Failure>> => {
  const found = statOf(folder);
  if (found !== null && (!found.isDirectory() || namesIn(folder).length > 0)) {
    return err(
      failure('folder-not-empty', `${folder} is there and is not an empty folder.`, {
        hint: 'Name a folder that is empty, or not there yet.',
      }),
    );
  }
  mkdirSync(folder, { recursive: true });
  const index = join(store.commonDir, `index-${randomUUID()}`);
  const options = onTree(store.commonDir, folder, { env: { GIT_INDEX_FILE: index } });
  try {
    const done = await gitAll([
      { cwd: folder, args: ['read-tree', commit], options },
      { cwd: folder, args: ['checkout-index', '--all', '--force'], options },
    ]);
    return done.ok ? ok(null) : done;
  } finally {
    rmSync(index, { force: true });
  }
};
