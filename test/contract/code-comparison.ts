import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeReport } from '../../src/domain/duplicates/finding.ts';
import { sidePlace } from '../../src/domain/duplicates/finding.ts';
import type { CodeComparison, CodeRequest } from '../../src/ports/code-comparison.ts';

/** A comparison, and commits to compare. */
export interface CodeComparisonHarness {
  readonly code: CodeComparison;
  /** A commit with these files beside those of `parent`; null takes a file away. */
  commit(parent: string | null, files: Readonly<Record<string, string | null>>): Promise<string>;
  remove(): Promise<void>;
}

const CHUNK = `/** Cuts a list into parts of one size. */
export function NAME(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
`;
const chunk = (name: string): string => CHUNK.replace('NAME', name);
const STEPS = `  steps:
    - uses: actions/checkout@v4
    - uses: actions/setup-node@v4
      with: { node-version: 24, cache: npm }
    - run: npm ci --ignore-scripts
    - run: npm run build -- --mode production
    - run: docker compose up -d --wait postgres redis
    - run: npm run migrate -- --to latest --seed small
`;

/** Every implementation of the port holds to this. */
export const codeComparisonContract = (
  name: string,
  make: () => Promise<CodeComparisonHarness>,
): void => {
  describe(`code comparison contract: ${name}`, () => {
    let at: CodeComparisonHarness;
    let target: string;
    beforeEach(async () => {
      at = await make();
      target = await at.commit(null, {
        'src/lists.ts': chunk('inParts'),
        'src/use.ts': "import { inParts } from './lists.ts';\n",
        'ci/main.yml': `name: main\n${STEPS}`,
      });
    });
    afterEach(() => at.remove());

    const compare = async (
      tips: Readonly<Record<string, string>>,
      more: Partial<CodeRequest> = {},
    ): Promise<CodeReport> => {
      const named = Object.entries(tips).map(([tip, commit]) => ({ name: tip, commit }));
      const report = await at.code.compare({ target, tips: named, targetMs: 30_000, ...more });
      if (!report.ok) throw new Error(report.error.message);
      return report.value;
    };
    const told = ({ findings }: CodeReport): readonly string[] =>
      findings.map(
        ({ kind, a, b }) =>
          `${kind} ${a.kind} ${a.of ?? ''} ${sidePlace(a)} | ${b.of ?? 'target'} ${sidePlace(b)}`,
      );

    it('finds a function that two wrote, and says where on both sides', async () => {
      const text =
        'export function hours(start, end) {\n  return Math.round((end - start) / 3600) || 24;\n}\n';
      const one = await at.commit(target, { 'src/one.ts': text });
      const two = await at.commit(target, { 'src/two.ts': `// times\n${text}` });
      const report = await compare({ one, two });
      expect(told(report)).toEqual(['duplicate function one src/one.ts:1 | two src/two.ts:2']);
      expect(report.added).toEqual({ one: 1, two: 1 });
      expect(report).toMatchObject({ unread: [], left: 0 });
      expect(report.copies).toEqual({ unlooked: null, more: 0, left: 0 });
    });

    it('finds what the target has, as far as there is time to read it', async () => {
      const one = await at.commit(target, { 'src/one.ts': chunk('chunksOf') });
      expect(told(await compare({ one }))).toEqual([
        'duplicate function one src/one.ts:2 | target src/lists.ts:2',
      ]);
      expect(told(await compare({ one }, { targetMs: 0 }))).toEqual([]);
    });

    it('finds a block of a file that nobody parses, once, and not one that was moved', async () => {
      const one = await at.commit(target, { 'ci/one.yml': `name: one\non: push\n${STEPS}` });
      const two = await at.commit(target, {
        'ci/main.yml': null,
        'build/ci.yml': null,
        'ci/all.yml': `name: all\n${STEPS}`,
      });
      expect(told(await compare({ one }))).toEqual([
        'duplicate block one ci/one.yml:3-10 | target ci/main.yml:2-9',
      ]);
      expect(told(await compare({ two }))).toEqual([]);
      expect(told(await compare({ one }, { targetMs: 0 }))).toEqual([]);
    });

    it('finds rivals, and what one changes while another has begun to use it', async () => {
      const one = await at.commit(target, {
        'src/lists.ts': chunk('inParts').replace('(list, size)', '(list, size, most)'),
        'src/price.ts': 'export const PRICE_LIST = [1];\n',
      });
      const two = await at.commit(target, {
        'src/other.ts': "import { inParts } from './lists.ts';\ninParts([1], 2);\n",
        'src/cost.ts': 'export const PRICE_LIST = { a: 2 };\n',
      });
      const report = await compare({ one, two });
      expect(report.findings.map(({ kind }) => kind).toSorted()).toEqual(['contract', 'rival']);
      expect(report.exports).toEqual({
        one: [expect.objectContaining({ change: 'changed', name: 'inParts' })],
        two: [],
      });
    });

    it('tells of a tip that cannot be read, and compares the others', async () => {
      const one = await at.commit(target, { 'src/one.ts': chunk('chunksOf') });
      const gone = '0123456789012345678901234567890123456789';
      const report = await compare({ gone, one });
      expect(report.unread.map((each) => each.name)).toEqual(['gone']);
      expect(report.findings).toHaveLength(1);
      const none = await at.code.compare({ target: gone, tips: [], targetMs: 1 });
      expect(none).toMatchObject({ ok: false, error: { code: 'no-such-commit' } });
    });

    it('says the same again, by the names that are given', async () => {
      const one = await at.commit(target, { 'src/one.ts': chunk('chunksOf') });
      await compare({ one });
      const again = await compare({ other: one }, { likely: true });
      expect(again.findings.map(({ a }) => a.of)).toEqual(['other']);
      expect(again.likely).toEqual([]);
    });
  });
};
