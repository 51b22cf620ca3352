import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { gitRepository } from '../../../src/adapters/git/repository.ts';
import { repositoryContract } from '../../contract/repository.ts';
import type { RepositoryHarness } from '../../contract/repository.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { makeRepo } from '../../support/git-repo.ts';

const real = async (initArgs: readonly string[]): Promise<RepositoryHarness> => {
  const repo = await makeRepo({ initArgs });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  let k = 0;
  return {
    repository: gitRepository(place.value),
    commitFiles: async (parent, files) => {
      k += 1;
      if (parent === null) await repo.git('checkout', '-q', '--orphan', `o${String(k)}`);
      else await repo.git('checkout', '-q', '--detach', parent);
      if (parent === null) await repo.git('rm', '-rfq', '--ignore-unmatch', '.');
      return repo.commit(files);
    },
    readFiles: async (commit) => {
      const names = (await repo.git('ls-tree', '-r', '--name-only', commit)).split('\n');
      const entries = names.map(async (name) => [
        name,
        `${await repo.git('show', `${commit}:${name}`)}\n`,
      ]);
      return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
    },
    treeOf: (commit) => repo.git('rev-parse', `${commit}^{tree}`),
    readRef: (ref) => repo.git('rev-parse', '-q', '--verify', ref).catch(() => null),
    remove: () => repo.remove(),
  };
};

const fake = async (): Promise<RepositoryHarness> => {
  const repo = memoryRepository();
  return {
    repository: repo.repository,
    commitFiles: async (parent, files) => repo.commitFiles(parent, files),
    readFiles: async (commit) => Object.fromEntries(repo.files(commit)),
    treeOf: async (commit) => repo.treeOf(commit),
    readRef: async (ref) => repo.refs.get(ref) ?? null,
    remove: async () => undefined,
  };
};

repositoryContract('in memory', fake);
repositoryContract('git, SHA-1', () => real([]));
repositoryContract('git, SHA-256', () => real(['--object-format=sha256']));
