import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitMergeMatrix } from '../../../../src/adapters/git/matrix/matrix.ts';
import { memoryMergeMatrix } from '../../../../src/adapters/simulated/merge-matrix.ts';
import { memoryRepository } from '../../../../src/adapters/simulated/repository.ts';
import { mergeMatrixContract } from '../../../contract/merge-matrix.ts';
import type { MatrixHarness } from '../../../contract/merge-matrix.ts';
import { makeRepo } from '../../../support/git-repo.ts';

const real = async (initArgs: readonly string[]): Promise<MatrixHarness> => {
  const repo = await makeRepo({ initArgs });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  return {
    matrix: gitMergeMatrix(place.value, { alsoFrom: [] }),
    commitFiles: async (parent, files) => {
      if (parent !== null) await repo.git('checkout', '-q', '--detach', parent);
      return repo.commit(files);
    },
    remove: () => repo.remove(),
  };
};

const fake = async (): Promise<MatrixHarness> => {
  const repo = memoryRepository();
  return {
    matrix: memoryMergeMatrix(repo),
    commitFiles: async (parent, files) => repo.commitFiles(parent, files),
    remove: async () => undefined,
  };
};

mergeMatrixContract('in memory', fake);
mergeMatrixContract('git, SHA-1', () => real([]));
mergeMatrixContract('git, SHA-256', () => real(['--object-format=sha256']));
