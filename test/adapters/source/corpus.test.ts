import { describe, expect, it } from 'vitest';
import { rank } from '../../../src/domain/duplicates/rank.ts';
import { comparable, sharedBy } from '../../../src/domain/duplicates/reported.ts';
import { idfOf } from '../../../src/domain/duplicates/scores.ts';
import { readCorpus } from '../../support/duplicate-corpus.ts';

/** How the ranking does on a part of the corpus. */
const figuresOf = async (part: 'tune' | 'held-out') => {
  const sum = { pairs: 0, found: 0, told: 0, right: 0 };
  for (const { a, b, cases } of await readCorpus(part)) {
    const [ones, others] = [comparable(a), comparable(b)];
    const rarity = idfOf([...ones, ...others]);
    const candidates = rank(ones, others, rarity);
    for (const pair of cases.filter(({ same }) => same)) {
      sum.pairs += 1;
      const at = ones.findIndex(({ of }) => of.name === pair.a);
      if (candidates[at]?.some(({ other }) => other.of.name === pair.b) === true) sum.found += 1;
    }
    const told = sharedBy(ones, others, rarity);
    sum.told += told.length;
    sum.right += told.filter(({ query, other }) =>
      cases.some(({ same, a: x, b: y }) => same && x === query.of.name && y === other.of.name),
    ).length;
  }
  return { ...sum, recall: sum.found / sum.pairs, precision: sum.right / sum.told };
};

describe('the corpus of duplicates', () => {
  it('is large enough, and every case is about something that was read', async () => {
    const parts = [...(await readCorpus('tune')), ...(await readCorpus('held-out'))];
    const cases = parts.flatMap((part) => part.cases);
    expect(cases.filter(({ same }) => same).length).toBeGreaterThanOrEqual(60);
    expect(cases.filter(({ same }) => !same).length).toBeGreaterThanOrEqual(120);
    for (const { a, b, cases: ofPart, language } of parts)
      for (const each of ofPart) {
        expect([language, each.a, a.some(({ name }) => name === each.a)]).toEqual([
          language,
          each.a,
          true,
        ]);
        expect([language, each.b, b.some(({ name }) => name === each.b)]).toEqual([
          language,
          each.b,
          true,
        ]);
      }
  });

  it.each(['tune', 'held-out'] as const)(
    'of %s nine of ten pairs are among three candidates, and four of five findings are right',
    async (part) => {
      const { recall, precision, told } = await figuresOf(part);
      expect(recall).toBeGreaterThanOrEqual(0.9);
      expect(precision).toBeGreaterThanOrEqual(0.8);
      expect(told).toBeGreaterThan(5);
    },
  );
});
