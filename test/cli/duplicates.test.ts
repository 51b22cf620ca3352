import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

const CHUNK = `/** The list in parts of at most that size. */
export function chunk(list, size) {
  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
`;
const BATCHES = CHUNK.replaceAll('chunk', 'batches')
  .replaceAll('list', 'items')
  .replaceAll('parts', 'groups')
  .replaceAll(/\bat\b/gu, 'start')
  .replace(/^\/\*\*.*\n/u, '');

const STEPS = `  steps:
    - uses: actions/checkout@v4
    - uses: actions/setup-node@v4
      with: { node-version: 24, cache: npm }
    - run: npm ci --ignore-scripts
    - run: npm run build -- --mode production
    - run: docker compose up -d --wait postgres redis
    - run: npm run migrate -- --to latest --seed small
`;

interface Told {
  readonly base: string;
  readonly compared: readonly {
    readonly name: string;
    readonly uncommitted: boolean;
    readonly exports: readonly { readonly change: string; readonly name: string }[];
  }[];
  readonly findings: readonly {
    readonly kind: string;
    readonly a: { readonly of: string; readonly symbol: string; readonly path: string };
    readonly b: { readonly of: string | null; readonly symbol: string; readonly users: number };
    readonly do: string;
  }[];
  readonly skipped: Readonly<Record<string, number>>;
  readonly copies: { readonly unlooked: string | null };
}

describe('fanin duplicates', () => {
  let repo: TempRepo;
  const branch = async (name: string, files: Readonly<Record<string, string | null>>) => {
    await repo.git('checkout', '-q', '-b', name, 'main');
    await repo.commit(files);
    await repo.git('checkout', '-q', 'main');
  };
  beforeEach(async () => {
    repo = await makeRepo({ files: { 'src/old.js': 'export function old(a) { return a; }\n' } });
  });
  afterEach(() => repo.remove());

  it('names both sides of what two branches wrote, and what is to be done', async () => {
    await branch('one', {
      'src/text.js': CHUNK,
      'src/use.js': "import { chunk } from './text.js';\nchunk([], 1);\n",
    });
    await branch('two', {
      'src/page.js': BATCHES,
      'src/min.js': `var a=${'1+'.repeat(3_000)}1;\n`,
    });
    const told = await faninJson<Told>(repo.path, 'duplicates', 'one', 'two');
    expect(told).toMatchObject({ base: 'main', skipped: { minified: 1 } });
    expect(told.findings).toMatchObject([
      {
        kind: 'duplicate',
        a: { of: 'one', symbol: 'chunk', path: 'src/text.js', line: 2, users: 1 },
        b: { of: 'two', symbol: 'batches', path: 'src/page.js', line: 1, users: 0 },
      },
    ]);
    expect(told.findings[0]?.do).toContain('land chunk (src/text.js:2) first');
    const { out } = await fanin(repo.path, 'duplicates', 'one', 'two');
    expect(out).toMatch(/^1 written twice/u);
    expect(out).toContain('src/page.js:1');
    const likely = await fanin(repo.path, 'duplicates', 'one', 'two', '--candidates');
    expect(likely.out).toMatch(/the likeliest\n +one chunk +100 % +two batches/u);
    expect(await repo.git('status', '--porcelain')).toBe('');
  });

  it('looks through the base, also for one branch alone', async () => {
    await repo.commit({ 'src/text.js': CHUNK });
    await branch('two', { 'src/page.js': BATCHES });
    const told = await faninJson<Told>(repo.path, 'duplicates', 'two');
    expect(told.findings).toMatchObject([
      { kind: 'duplicate', a: { of: 'two', symbol: 'batches' }, b: { of: null, symbol: 'chunk' } },
    ]);
    expect(told.findings[0]?.do).toMatch(/^Use chunk of src\/text\.js instead/u);
  });

  it('works on worktrees with what nobody has committed', async () => {
    const one = join(repo.base, 'one');
    const two = join(repo.base, 'two');
    for (const folder of [one, two]) await repo.git('worktree', 'add', '-q', '--detach', folder);
    await writeFiles(one, { 'src/text.js': CHUNK });
    await writeFiles(two, { 'src/page.js': BATCHES });
    const told = await faninJson<Told>(repo.path, 'duplicates');
    expect(told.compared.map(({ uncommitted }) => uncommitted)).toEqual([true, true]);
    expect(told.findings).toHaveLength(1);
  });

  it('tells blocks that were copied word for word, also where nobody has committed them', async () => {
    const one = join(repo.base, 'one');
    const two = join(repo.base, 'two');
    for (const folder of [one, two]) await repo.git('worktree', 'add', '-q', '--detach', folder);
    await writeFiles(one, { 'ci/nightly.yml': `name: nightly\n${STEPS}` });
    await writeFiles(two, { 'ci/release.yml': `name: release\non: push\n${STEPS}` });
    const told = await faninJson<Told>(repo.path, 'duplicates');
    expect(told.copies).toEqual({ unlooked: null, more: 0, left: 0 });
    expect(told.findings).toMatchObject([
      {
        kind: 'duplicate',
        a: { kind: 'block', path: 'ci/nightly.yml', line: 2, endLine: 9, users: null },
        b: { kind: 'block', path: 'ci/release.yml', line: 3, endLine: 10, users: null },
      },
    ]);
    const { out } = await fanin(repo.path, 'duplicates');
    expect(out).toContain('ci/nightly.yml:2-9');
    expect(out).toContain('ci/release.yml:3-10');
    expect(out).toContain('Write it once');
    expect(await repo.git('status', '--porcelain')).toBe('');
  });

  it('tells rivals, and what one changes while another uses it', async () => {
    await branch('one', {
      'src/old.js': 'export function old(a, b) { return a + b; }\n',
      'src/api.js': "app.get('/users/:id', (request, response) => response.end());\n",
    });
    await branch('two', {
      'src/new.js': "import { old } from './old.js';\nexport const start = () => old(1);\n",
      'src/web.js': "router.get('/users/:user', async (req, res) => res.end());\n",
    });
    const told = await faninJson<Told>(repo.path, 'duplicates', 'one', 'two');
    expect(told.findings.map(({ kind }) => kind)).toEqual(['rival', 'contract']);
    expect(told.compared[0]?.exports).toMatchObject([{ change: 'changed', name: 'old' }]);
  });

  it('says when there is nothing, and what it could not compare', async () => {
    await branch('one', { 'src/text.js': CHUNK });
    expect((await fanin(repo.path, 'duplicates', 'one')).out).toMatch(/^Nothing is written twice/u);
    expect((await fanin(repo.path, 'duplicates')).out).toMatch(/^Nothing to compare with main/u);
    expect((await fanin(repo.path, 'duplicates', 'one', 'nobody')).code).toBe(2);
    const { code, err } = await fanin(repo.path, 'duplicates', '--base', 'nowhere');
    expect([code, err]).toEqual([
      expect.any(Number),
      expect.stringContaining('fanin duplicates --base'),
    ]);
  });
});
