import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../../src/adapters/git/discover.ts';
import { gitMergeMatrix } from '../../../../src/adapters/git/matrix/matrix.ts';
import { makeForest } from '../../../support/forest/make-forest.ts';
import { pairText, pairwise } from '../../../support/forest/pairwise.ts';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';

describe('the conflict matrix of a generated repository', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo({ empty: true });
  });
  afterEach(() => repo.remove());

  it('misses no conflict and invents none', async () => {
    const seed = 2;
    const branches = 40;
    await makeForest(`${repo.path}/.git`, { files: 2_000, branches, commits: 50, seed });
    await repo.git('reset', '-q', '--hard', 'main');
    const names = Array.from({ length: branches }, (_, k) => `branch-${String(k)}`);
    const ids = (await repo.git('rev-parse', 'main', ...names)).split('\n');
    const [target = '', ...commits] = ids;
    const tips = names.map((name, at) => ({ name, commit: commits[at] ?? '' }));
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const found = await gitMergeMatrix(place.value, { alsoFrom: [] }).compare({ target, tips });
    if (!found.ok) throw new Error(found.error.message);
    const yardstick = await pairwise(repo.path, target, tips, { atOnce: 2 });
    const { pairs, against, unread, left } = found.value;
    expect({ unread, left }).toEqual({ unread: [], left: 0 });
    expect(against.map(({ name, files }) => `${name}: ${files.join(' ')}`).toSorted()).toEqual(
      yardstick.against,
    );
    expect(pairs.map(({ a, b, files }) => pairText(a, b, files)).toSorted()).toEqual(
      yardstick.pairs,
    );
    // A yardstick that finds nothing measures nothing.
    expect(yardstick.pairs.length).toBeGreaterThan(5);
    expect(found.value.merged).toBeLessThan(yardstick.merges);
  }, 60_000);
});
