import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { memoryCopyDetector } from '../../../src/adapters/simulated/copy-detector.ts';
import { codeComparison } from '../../../src/adapters/source/code-comparison.ts';
import type { CodeReport } from '../../../src/domain/duplicates/finding.ts';
import { sidePlace } from '../../../src/domain/duplicates/finding.ts';
import { failure } from '../../../src/domain/failure.ts';
import { err } from '../../../src/domain/result.ts';
import type { CopyDetector } from '../../../src/ports/copy-detector.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';
import { yardIn } from '../../support/lost-updates/yard.ts';
import type { Entries, Yard } from '../../support/lost-updates/yard.ts';

const BLOCK = Array.from(
  { length: 8 },
  (_, at) => `call${String(at)}(alpha, beta, gamma, "${String(at)}");\n`,
).join('');

describe('copies in trees of git', () => {
  let repo: TempRepo;
  let yard: Yard;
  beforeEach(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
  });
  afterEach(() => repo.remove());

  const compare = async (
    target: Entries,
    tips: Readonly<Record<string, Entries>>,
    detector: CopyDetector | null = memoryCopyDetector(),
    targetMs = 30_000,
  ): Promise<CodeReport> => {
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    const base = await yard.commit({ parents: [], files: target });
    const commits = await Promise.all(
      Object.entries(tips).map(async ([name, files]) => ({
        name,
        commit: await yard.commit({ parents: [base], files }),
      })),
    );
    const trees = { place: place.value, alsoFrom: [] };
    const request = { target: base, tips: commits, targetMs };
    const report = await codeComparison(trees, detector).compare(request);
    if (!report.ok) throw new Error(report.error.message);
    return report.value;
  };
  const told = ({ findings }: CodeReport): readonly string[] =>
    findings.map(({ a, b }) => `${sidePlace(a)} ${sidePlace(b)}`);

  it('are told by their paths, whatever those hold; links and binary files are none', async () => {
    const report = await compare(
      { 'x.php': 'x\n' },
      {
        one: {
          'we ird"\t/-rf ..php.php': `one\n${BLOCK}`,
          'link.php': { link: '/etc/passwd' },
          'data.php': `\u{0}${BLOCK}`,
        },
        two: { 'ünïcode/*.php': `two\n${BLOCK}`, 'more.php': { link: 'x.php' } },
      },
    );
    expect(told(report)).toEqual(['we ird"\t/-rf ..php.php:2-9 ünïcode/*.php:2-9']);
    expect(report.copies).toEqual({ unlooked: null, more: 0, left: 0 });
  });

  it('hold nothing else up where the detector fails', async () => {
    const failing: CopyDetector = {
      detect: async () => err(failure('copies-too-slow', 'jscpd was not done in 3000 ms')),
    };
    const text =
      'export function hours(start, end) {\n  return Math.round((end - start) / 3600) || 24;\n}\n';
    const tips = { one: { 'a.ts': text, 'a.php': BLOCK }, two: { 'b.ts': text, 'b.php': BLOCK } };
    const report = await compare({ 'x.php': 'x\n' }, tips, failing);
    expect(told(report)).toEqual(['a.ts:1 b.ts:1']);
    expect(report.copies.unlooked).toBe('jscpd was not done in 3000 ms');
    const nobody = await compare({ 'x.php': 'x\n' }, tips, null);
    expect(told(nobody)).toEqual(['a.ts:1 b.ts:1']);
    expect(nobody.copies.unlooked).not.toBeNull();
  });

  it('are not looked for in a file whose head in the target says that a program wrote it', async () => {
    const head = '// @generated\n';
    const report = await compare(
      { 'gen.php': `${head}old\n`, 'hand.php': 'old\n' },
      { one: { 'gen.php': `${head}${BLOCK}` }, two: { 'hand.php': `hand\n${BLOCK}` } },
    );
    expect(told(report)).toEqual([]);
  });

  it('say which side has more users, where a file is used by its name', async () => {
    const part = (name: string) => `export function ${name}(list) {\n  begin('${name}');\n${BLOCK}`;
    const report = await compare(
      {
        'src/parser.ts': `${part('parse')}  return finish(list, { strict: true });\n}\n`,
        'src/one.ts': "import './parser.ts';\n",
        'src/two.ts': "import './parser.ts';\n",
      },
      {
        one: {
          'src/writer.ts': `${part('write')}  for (const each of list) each.close(1, 2);\n  return list.map(String).join();\n}\n`,
        },
      },
    );
    const [finding] = report.findings.filter(({ a }) => a.kind === 'block');
    expect(finding).toMatchObject({
      a: { path: 'src/writer.ts', users: 0 },
      b: { of: null, path: 'src/parser.ts', users: 2 },
    });
  });

  it('are held against as much of the target as there is time for, and the rest is said', async () => {
    const files = { 'b.php': 'b\n', 'c.php': 'c\n', 'd.md': 'd\n' };
    const report = await compare(files, { one: { 'a.php': BLOCK } }, memoryCopyDetector(), 0.01);
    expect(report.left).toBe(2);
  });
});
