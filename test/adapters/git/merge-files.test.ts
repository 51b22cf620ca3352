import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { gitMergeFiles } from '../../../src/adapters/git/merge-files.ts';
import { mergeFilesContract } from '../../contract/merge-files.ts';
import type { MergeFilesHarness } from '../../contract/merge-files.ts';
import { makeRepo } from '../../support/git-repo.ts';

const real = async (initArgs: readonly string[]): Promise<MergeFilesHarness> => {
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
    listing: async (tree) =>
      (await repo.git('ls-tree', '-r', '--format=%(objectmode) %(path)', tree)).split('\n'),
    makeExecutable: async (commit, path) => {
      await repo.git('checkout', '-q', '--detach', commit);
      await repo.git('update-index', '--chmod=+x', path);
      await repo.git('commit', '-q', '-m', 'x');
      return repo.git('rev-parse', 'HEAD');
    },
    remove: () => repo.remove(),
  };
};

mergeFilesContract('git, SHA-1', () => real([]));
mergeFilesContract('git, SHA-256', () => real(['--object-format=sha256']));
