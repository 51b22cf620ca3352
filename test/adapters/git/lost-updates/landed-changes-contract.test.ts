import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitLandedChanges } from '../../../../src/adapters/git/lost-updates/landed-changes.ts';
import { memoryLandedChanges } from '../../../../src/adapters/simulated/landed-changes.ts';
import { memoryRepository } from '../../../../src/adapters/simulated/repository.ts';
import { landedChangesContract } from '../../../contract/landed-changes.ts';
import type { LandedChangesHarness } from '../../../contract/landed-changes.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';

const real = async (initArgs: readonly string[]): Promise<LandedChangesHarness> => {
  const repo = await makeRepo({ initArgs });
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  const yard = yardIn(repo);
  return {
    changes: gitLandedChanges(place.value),
    commit: (parents, files, message = 'change') => yard.commit({ parents, files, message }),
    treeOf: (commit) => repo.git('rev-parse', `${commit}^{tree}`),
    remove: () => repo.remove(),
  };
};

const fake = async (): Promise<LandedChangesHarness> => {
  const repo = memoryRepository();
  return {
    changes: memoryLandedChanges(repo),
    commit: async (parents, files, message = 'change') => {
      const alone = repo.commitFiles(parents[0] ?? null, files, message);
      if (parents.length < 2) return alone;
      const made = await repo.repository.commit(repo.treeOf(alone), parents, message);
      if (!made.ok) throw new Error(made.error.message);
      return made.value;
    },
    treeOf: async (commit) => repo.treeOf(commit),
    remove: async () => undefined,
  };
};

landedChangesContract('in memory', fake);
landedChangesContract('git, SHA-1', () => real([]));
landedChangesContract('git, SHA-256', () => real(['--object-format=sha256']));
