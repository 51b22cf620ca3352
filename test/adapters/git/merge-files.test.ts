import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { memoryMergeFiles } from '../../../src/adapters/simulated/merge-files.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { gitMergeFiles } from '../../../src/adapters/git/merge-files.ts';
import { fileModesContract, mergeFilesContract } from '../../contract/merge-files.ts';
import type { FileModes, MergeFilesHarness } from '../../contract/merge-files.ts';
import { makeRepo } from '../../support/git-repo.ts';

const real = async (
  initArgs: readonly string[],
): Promise<MergeFilesHarness & { readonly modes: FileModes }> => {
  const repo = await makeRepo({ initArgs });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  let orphans = 0;
  return {
    files: gitMergeFiles(place.value),
    commitFiles: async (parent, files) => {
      orphans += 1;
      if (parent === null) {
        await repo.git('checkout', '-q', '--orphan', `o${String(orphans)}`);
        await repo.git('rm', '-rfq', '--ignore-unmatch', '.');
      } else await repo.git('checkout', '-q', '--detach', parent);
      return repo.commit(files);
    },
    modes: {
      listing: async (tree) =>
        (await repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', tree)).split('\n'),
      makeExecutable: async (commit, path) => {
        await repo.git('checkout', '-q', '--detach', commit);
        await repo.git('update-index', '--chmod=+x', path);
        await repo.git('commit', '-q', '-m', 'x');
        return repo.git('rev-parse', 'HEAD');
      },
    },
    remove: () => repo.remove(),
  };
};

const inMemory = async (): Promise<MergeFilesHarness> => {
  const repo = memoryRepository();
  return {
    files: memoryMergeFiles(repo),
    commitFiles: async (parent, files) => repo.commitFiles(parent, files),
    remove: async () => undefined,
  };
};

mergeFilesContract('in memory', inMemory);
mergeFilesContract('git, SHA-1', () => real([]));
mergeFilesContract('git, SHA-256', () => real(['--object-format=sha256']));
fileModesContract('git', () => real([]));
