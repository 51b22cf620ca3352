import { join } from 'node:path';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { gitSharedTarget } from '../../../src/adapters/git/shared-target.ts';
import { memoryRepository } from '../../../src/adapters/simulated/repository.ts';
import { memorySharedTarget } from '../../../src/adapters/simulated/shared-target.ts';
import { sharedTargetContract } from '../../contract/shared-target.ts';
import type { SharedTargetHarness } from '../../contract/shared-target.ts';
import { makeRepo } from '../../support/git-repo.ts';

const REF = 'refs/heads/main';

const real = async (urlOf: (remote: string) => string): Promise<SharedTargetHarness> => {
  const repo = await makeRepo({ files: { a: '1\n' } });
  const base = await repo.git('rev-parse', 'HEAD');
  const remote = join(repo.base, 'remote.git');
  await repo.git('clone', '-q', '--bare', repo.path, remote);
  await repo.git('remote', 'add', 'origin', urlOf(remote));
  const place = discoverRepository(repo.path);
  if (!place.ok) throw new Error(place.error.message);
  let k = 0;
  const commitOn = (cwd: string, parent: string): Promise<string> => {
    k += 1;
    return repo.gitIn(cwd, 'commit-tree', `${parent}^{tree}`, '-p', parent, '-m', `commit ${k}`);
  };
  return {
    sharedTarget: gitSharedTarget({ place: place.value, remote: 'origin', ref: REF }, false),
    base,
    commitOn: (parent) => commitOn(repo.path, parent),
    othersPush: async (parent) => {
      const theirs = await commitOn(remote, parent);
      await repo.gitIn(remote, 'update-ref', REF, theirs);
      return theirs;
    },
    othersDelete: async () => {
      await repo.gitIn(remote, 'update-ref', '-d', REF);
    },
    remove: () => repo.remove(),
  };
};

const fake = async (): Promise<SharedTargetHarness> => {
  const repo = memoryRepository();
  const base = repo.commitFiles(null, { a: '1\n' });
  const made = memorySharedTarget(repo, base);
  let k = 0;
  const commitOn = (parent: string): string => {
    k += 1;
    return repo.commitFiles(parent, { a: `${k}\n` });
  };
  return {
    sharedTarget: made.sharedTarget,
    base,
    commitOn: async (parent) => commitOn(parent),
    othersPush: async (parent) => {
      const theirs = commitOn(parent);
      made.moveTo(theirs);
      return theirs;
    },
    othersDelete: async () => made.moveTo(null),
    remove: async () => undefined,
  };
};

sharedTargetContract('in memory', fake);
sharedTargetContract('a remote of git', () => real((remote) => remote));
sharedTargetContract('a remote of git by a relative path', () => real(() => '../remote.git'));
