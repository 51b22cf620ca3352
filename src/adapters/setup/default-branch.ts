import { join } from 'node:path';
import type { RepositoryPlace } from '../git/discover.ts';
import { readSmall } from '../git/small-file.ts';

/** What people take for the main branch: the remote's, else the one that is checked out; null: nobody says. */
export const defaultBranch = ({ commonDir }: RepositoryPlace): string | null =>
  branchIn(readSmall(join(commonDir, 'refs/remotes/origin/HEAD')), 'refs/remotes/origin/') ??
  branchIn(readSmall(join(commonDir, 'HEAD')), 'refs/heads/');

const branchIn = (text: string | null, prefix: string): string | null => {
  const line = text?.trim() ?? '';
  return line.startsWith(`ref: ${prefix}`) ? line.slice(`ref: ${prefix}`.length) : null;
};
