import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lostUpdatesHere } from '../../src/compose/lost/lost-updates-here.ts';
import type { LostLanding } from '../../src/compose/lost/lost-updates-here.ts';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { LOST_CASES } from '../support/lost-updates/corpus.ts';
import { yardIn } from '../support/lost-updates/yard.ts';
import type { Yard } from '../support/lost-updates/yard.ts';

/** A squash tells nothing of the merge that took out four lines of ten, nor of what its author had. */
const HIDDEN_BY_SQUASH = ['some of the victim’s lines taken out by hand in the merge'];

describe('lost updates in plain history', () => {
  let repo: TempRepo;
  let yard: Yard;
  beforeAll(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
  });
  afterAll(() => repo.remove());

  const foundIn = async (target: string, landed: string): Promise<readonly LostLanding[]> => {
    const range = `${target}..${landed}`;
    const report = await lostUpdatesHere(repo.path, { range, progress: () => undefined });
    if (!report.ok) throw new Error(report.error.message);
    expect(report.value.looked).toBe(1);
    return report.value.landings;
  };

  it.each(LOST_CASES)('$kind, landed by a merge: $name', async (lost) => {
    const { target, tip, landed } = await lost.make(yard);
    const found = await foundIn(target, landed ?? (await yard.land(target, tip, 'candidate')));
    expect(found.flatMap((each) => each.found).length > 0).toBe(lost.expected !== 'clear');
  });

  it.each(LOST_CASES)('$kind, landed squashed: $name', async (lost) => {
    const { target, tip, landed } = await lost.make(yard);
    if (landed !== undefined || HIDDEN_BY_SQUASH.includes(lost.name)) return;
    const found = await foundIn(target, await yard.land(target, tip, 'candidate', true));
    const paths = found.flatMap((each) =>
      each.found.map(({ path, evidence }) => `${path}: ${evidence}`),
    );
    if (lost.expected === 'clear') expect(paths).toEqual([]);
    else expect(paths.length, 'nothing found').toBeGreaterThan(0);
  });
});
