import type { Repository } from '../../src/ports/repository.ts';
import type { MemoryRepository } from '../../src/adapters/simulated/repository.ts';

/** The fake repository with `^1`, `^2`, `^{tree}` and `<commit>:<path>` as revisions. */
export const namedRevisions = (repo: MemoryRepository): Repository => ({
  ...repo.repository,
  resolve: (revisions) => Promise.all(revisions.map((revision) => resolve(repo, revision))),
});

const resolve = async (repo: MemoryRepository, revision: string): Promise<string | null> => {
  const [, name = '', suffix = ''] = /^(.*?)((?:\^\d|\^\{tree\}|:.*)?)$/.exec(revision) ?? [];
  const isChain = /\^\d$/u.test(name);
  const [commit = null] = isChain
    ? [await resolve(repo, name)]
    : await repo.repository.resolve([name]);
  if (commit === null || suffix === '') return commit;
  if (suffix === '^{tree}') return repo.treeOf(commit);
  if (suffix.startsWith('^')) return repo.parents(commit)[Number(suffix.slice(1)) - 1] ?? null;
  return repo.files(commit).has(suffix.slice(1)) ? `blob of ${suffix}` : null;
};
