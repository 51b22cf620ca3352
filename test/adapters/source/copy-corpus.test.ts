import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jscpdDetector } from '../../../src/adapters/copies/jscpd.ts';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { codeComparison } from '../../../src/adapters/source/code-comparison.ts';
import type { Side } from '../../../src/domain/duplicates/finding.ts';
import { readCopyCases, writeCopyCases } from '../../support/copy-corpus.ts';
import type { CaseCommits } from '../../support/copy-corpus.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';

const CASES = [...readCopyCases('first'), ...readCopyCases('second')];

describe('the corpus of literal copies', () => {
  let repo: TempRepo;
  let commits: ReadonlyMap<string, CaseCommits>;
  beforeAll(async () => {
    repo = await makeRepo();
    commits = await writeCopyCases(repo, CASES);
  });
  afterAll(() => repo.remove());

  const told = async (name: string): Promise<readonly string[]> => {
    const at = commits.get(name);
    const place = discoverRepository(repo.path);
    if (at === undefined || !place.ok) throw new Error(name);
    const trees = { place: place.value, alsoFrom: [] };
    const tips = (['a', 'b'] as const).map((of) => ({ name: of, commit: at[of] }));
    const report = await codeComparison(trees, jscpdDetector()).compare({
      target: at.target,
      tips,
      targetMs: 60_000,
    });
    if (!report.ok) throw new Error(report.error.message);
    expect(report.value.copies).toEqual({ unlooked: null, more: 0, left: 0 });
    const side = ({ of, path }: Side): string => `${of ?? 'target'}:${path}`;
    const { expected = [] } = CASES.find((each) => each.name === name) ?? {};
    // What is told of a function that is the block says it as well.
    return report.value.findings
      .map(({ a, b }) => ({ kind: a.kind, pair: `${side(a)} ${side(b)}` }))
      .filter(({ kind, pair }) => kind === 'block' || expected.includes(pair))
      .map(({ pair }) => pair);
  };

  it('is large enough, and in formats enough', () => {
    expect(CASES.filter(({ expected }) => expected.length > 0).length).toBeGreaterThanOrEqual(16);
    expect(CASES.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(16);
    const formats = CASES.flatMap(({ expected }) => expected.map((pair) => pair.split('.').at(-1)));
    expect(new Set(formats).size).toBeGreaterThanOrEqual(10);
  });

  it.each(CASES.map(({ name, expected }) => [name, expected] as const))(
    '%s',
    async (name, expected) => {
      expect(await told(name)).toEqual(expected);
    },
  );
});
