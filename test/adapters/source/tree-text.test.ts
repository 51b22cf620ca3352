import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/adapters/git/discover.ts';
import { codeComparison } from '../../../src/adapters/source/code-comparison.ts';
import { blobTexts, treeBlobs } from '../../../src/adapters/source/tree-text.ts';
import type { Trees } from '../../../src/adapters/source/tree-text.ts';
import { makeRepo } from '../../support/git-repo.ts';
import type { TempRepo } from '../../support/git-repo.ts';
import { yardIn } from '../../support/lost-updates/yard.ts';
import type { Yard } from '../../support/lost-updates/yard.ts';

const HUGE = `// ${'x'.repeat(1 << 20)}\n`;
const CHUNK = `/** Cuts a list into parts of a size. */
export function chunk(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
`;

describe('files of trees', () => {
  let repo: TempRepo;
  let yard: Yard;
  let trees: Trees;
  beforeEach(async () => {
    repo = await makeRepo();
    yard = yardIn(repo);
    const place = discoverRepository(repo.path);
    if (!place.ok) throw new Error(place.error.message);
    trees = { place: place.value, alsoFrom: [] };
  });
  afterEach(() => repo.remove());

  it('have the names that they have', async () => {
    const names = ['a\tb.js', '\t.js', 'umlaut ä.js'];
    const commit = await yard.commit({
      parents: [],
      files: Object.fromEntries(names.map((name) => [name, `${name}\n`])),
    });
    const blobs = await treeBlobs(trees, commit);
    const read = await blobTexts(trees, blobs.ok ? blobs.value : []);
    const texts = read.ok ? read.value.files.map(({ path, text }) => [path, text] as const) : [];
    expect(Object.fromEntries(texts)).toEqual(
      Object.fromEntries(names.map((name) => [name, `${name}\n`])),
    );
  });

  it('are not read where they are too large, and this is told', async () => {
    const files = { 'huge.js': HUGE, 'small.js': '1\n' };
    const commit = await yard.commit({ parents: [], files });
    const blobs = await treeBlobs(trees, commit);
    const read = await blobTexts(trees, blobs.ok ? blobs.value : []);
    expect(read.ok && read.value.large.map(({ path }) => path)).toEqual(['huge.js']);
    expect(read.ok && read.value.files.map(({ path }) => path)).toEqual(['small.js']);
  });

  it('say nothing of what is gone or new where one side is too large', async () => {
    const base = await yard.commit({ parents: [], files: { 'a.js': CHUNK, 'b.js': CHUNK } });
    const tip = await yard.commit({
      parents: [base],
      files: { 'a.js': `${CHUNK}${HUGE}`, 'b.js': '' },
    });
    const compared = await codeComparison(trees, null).compare({
      target: base,
      tips: [{ name: 'x', commit: tip }],
      targetMs: 0,
    });
    const report = compared.ok ? compared.value : null;
    expect(report?.exports['x']?.map(({ path, change }) => [path, change])).toEqual([
      ['b.js', 'removed'],
    ]);
    expect(report?.skipped).toEqual({ 'too large': 1 });
  });
});
