import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { namesIn, readSmall } from '../adapters/git/small-file.ts';
import { lockedFor } from '../adapters/workspaces/yard.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { cleanUp } from './clean.ts';
import type { Repair } from './repair-finding.ts';

/** Work copies in git's books whose folder is gone: fanin's own, by their lock. Others are their owners'. */
export async function bookRepairs(place: RepositoryPlace): Promise<readonly Repair[]> {
  const books = join(place.commonDir, 'worktrees');
  return namesIn(books).flatMap((book) => {
    const name = lockedFor(readSmall(join(books, book, 'locked'))?.trim() ?? null);
    const path =
      readSmall(join(books, book, 'gitdir'))
        ?.trim()
        .replace(/\/\.git$/u, '') ?? null;
    if (name === null || path === null || existsSync(path)) return [];
    return [
      {
        name: `worktrees/${book}`,
        text: `git lists the workspace ${path}, which is gone`,
        before: path,
        after: 'taken out of git’s books',
        command: `fanin clean ${name}`,
        apply: () => forgetCopy(place, name, join(books, book)),
      },
    ];
  });
}

/** Cleaning up knows whether its commits are held elsewhere, and whether an engine is at work on it. */
async function forgetCopy(
  place: RepositoryPlace,
  name: string,
  book: string,
): Promise<Result<null, Failure>> {
  const wish = { runs: [], attempts: [name], all: false, dryRun: false };
  const cleaned = await cleanUp(place, wish);
  if (!cleaned.ok) return cleaned;
  if (!existsSync(book)) return ok(null);
  const why = cleaned.value.find((item) => item.name === name)?.kept ?? 'fanin does not know it';
  return err(failure('workspace-kept', `${name} stays in git’s books: ${why}`));
}
