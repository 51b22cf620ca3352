import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fanin } from '../support/built-cli.ts';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';

const ONE = `def file_hash(path, block_size=65536):
    """SHA-256 of a file, read in blocks."""
    digest = hashlib.sha256()
    with open(path, "rb") as handle:
        while block := handle.read(block_size):
            digest.update(block)
    return digest.hexdigest()
`;
const OTHER = `def sha256_of(filename):
    # Hash of a file, block by block
    with open(filename, "rb") as stream:
        hasher = hashlib.sha256()
        for block in iter(lambda: stream.read(8192), b""):
            hasher.update(block)
        return hasher.hexdigest()
`;

const STEPS = `  steps:
    - uses: actions/setup-node@v4
      with: { node-version: 24, cache: npm }
    - run: npm ci --ignore-scripts
    - run: npm run build -- --mode production
    - run: docker compose up -d --wait postgres redis
    - run: npm run migrate -- --to latest --seed small
`;

describe('the built fanin duplicates', () => {
  let repo: TempRepo;
  beforeEach(async () => {
    repo = await makeRepo();
    for (const [branch, file, text] of [
      ['one', 'app/files.py', ONE],
      ['other', 'app/store.py', OTHER],
      ['nightly', 'ci/nightly.yml', `name: nightly\n${STEPS}`],
      ['release', 'ci/release.yml', `name: release\n${STEPS}`],
    ] as const) {
      await repo.git('checkout', '-q', '-b', branch, 'main');
      await repo.commit({ [file]: text });
    }
    await repo.git('checkout', '-q', 'main');
  });
  afterEach(() => repo.remove());

  it('reads two branches of a language whose parser is a package of its own', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: repo.home, NO_COLOR: '1' };
    const { exit, stdout, stderr } = await fanin({ cwd: repo.path, env }, [
      'duplicates',
      'one',
      'other',
    ]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^1 written twice/u);
    for (const place of ['app/files.py:1', 'app/store.py:1']) expect(stdout).toContain(place);
    expect(stdout).toContain('Keep one');
  });

  it('starts the program that finds blocks which were copied', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: repo.home, NO_COLOR: '1' };
    const names = ['duplicates', 'nightly', 'release'];
    const { exit, stdout, stderr } = await fanin({ cwd: repo.path, env }, names);
    expect([exit, stderr]).toEqual([0, '']);
    for (const place of ['ci/nightly.yml:2-8', 'ci/release.yml:2-8'])
      expect(stdout).toContain(place);
  });
});
