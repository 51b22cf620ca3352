import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TempRepo } from './git-repo.ts';

/** What a person has and fanin must leave as it is: every work copy with its files, index and HEAD; branches, tags, stash. */
export type Belongings = Readonly<Record<string, string>>;

/**
 * Everything of a person's, byte for byte: the files of each work copy (ignored and untracked ones too), what git
 * keeps of each (index, HEAD, logs, what is under way), the refs that are not fanin's, the stash and the config.
 */
export const belongings = async (
  repo: TempRepo,
  copies: readonly string[],
): Promise<Belongings> => {
  const found: Record<string, string> = {};
  for (const copy of copies) await readBelow(copy, found);
  const common = join(repo.path, '.git');
  for (const name of ['index', 'HEAD', 'ORIG_HEAD', 'config', 'packed-refs', 'logs/refs/stash'])
    found[`.git/${name}`] = await contentOf(join(common, name));
  await readBelow(join(common, 'worktrees'), found);
  const refs = await repo.git('for-each-ref', '--format=%(refname) %(objectname)');
  const own = refs
    .split('\n')
    .filter((ref) => !/^refs\/(?:(?:heads\/)?fanin\/|notes\/fanin )/u.test(ref));
  return { ...found, refs: own.join('\n'), stash: await repo.git('stash', 'list') };
};

const readBelow = async (folder: string, found: Record<string, string>): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // The main checkout's own git folder is looked at by name: objects come and go there.
    if (entry.isDirectory() && entry.name === '.git') continue;
    if (entry.isDirectory()) await readBelow(path, found);
    else found[path] = await contentOf(path);
  }
};

const contentOf = async (path: string): Promise<string> => {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return 'none';
  if (stat.isSymbolicLink()) return `link to ${await readlink(path)}`;
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return `${stat.mode.toString(8)} ${stat.mtimeMs} ${hash}`;
};
