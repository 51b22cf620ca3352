import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRepo } from '../../../support/git-repo.ts';
import type { TempRepo } from '../../../support/git-repo.ts';
import { LOST_CASES } from '../../../support/lost-updates/corpus.ts';
import { yardIn } from '../../../support/lost-updates/yard.ts';

describe('the corpus of lost updates', () => {
  let repo: TempRepo;
  beforeAll(async () => {
    repo = await makeRepo();
  });
  afterAll(() => repo.remove());

  it('has two variants of each kind at least, and as many near misses', () => {
    for (const kind of new Set(LOST_CASES.map((each) => each.kind))) {
      const of = LOST_CASES.filter((each) => each.kind === kind);
      expect([kind, of.filter(({ expected }) => expected !== 'clear').length]).toEqual([
        kind,
        expect.toSatisfy((count: number) => count >= 2),
      ]);
      expect(of.filter(({ expected }) => expected === 'clear').length).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(LOST_CASES.map(({ kind }) => kind)).size).toBe(11);
  });

  it.each(LOST_CASES)('$kind: $name', async (lost) => {
    const { target, tip } = await lost.make(yardIn(repo));
    const changed = await repo.git('diff', '--name-only', target, tip);
    expect(changed).not.toBe('');
  });
});
