import { jscpdDetector } from '../../../src/adapters/copies/jscpd.ts';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { memoryCodeComparison } from '../../../src/adapters/simulated/code-comparison.ts';
import { memoryCopyDetector } from '../../../src/adapters/simulated/copy-detector.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { codeComparison } from '../../../src/adapters/source/code-comparison.ts';
import type { CopyDetector } from '../../../src/ports/copy-detector.ts';
import { codeComparisonContract } from '../../contract/code-comparison.ts';
import type { CodeComparisonHarness } from '../../contract/code-comparison.ts';
import { makeRepo } from '../../support/git-repo.ts';
import { yardIn } from '../../support/lost-updates/yard.ts';

const real = async (detector: CopyDetector): Promise<CodeComparisonHarness> => {
  const repo = await makeRepo();
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  const yard = yardIn(repo);
  return {
    code: codeComparison({ place: place.value, alsoFrom: [] }, detector),
    commit: (parent, files) =>
      yard.commit({ parents: parent === null ? [] : [parent], files, message: 'change' }),
    remove: () => repo.remove(),
  };
};

const fake = async (): Promise<CodeComparisonHarness> => {
  const repo = memoryRepository();
  return {
    code: memoryCodeComparison(repo),
    commit: async (parent, files) => repo.commitFiles(parent, files, 'change'),
    remove: async () => undefined,
  };
};

codeComparisonContract('git, ast-grep and jscpd', () => real(jscpdDetector()));
codeComparisonContract('git, ast-grep and a detector in memory', () => real(memoryCopyDetector()));
codeComparisonContract('in memory', fake);
