import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

async function repoWith(files: Files): Promise<TempRepo> {
  repo = await makeRepo({ files });
  return repo;
}

const NODE: Files = {
  'package.json': JSON.stringify({ scripts: { test: 'vitest', lint: 'oxlint' } }),
  'package-lock.json': '{}',
};

describe('fanin init', () => {
  it('says what it found and by what, writes a config, and says what to type next', async () => {
    const { path } = await repoWith(NODE);
    const { code, out, err } = await fanin(path, 'init');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Found 1 set-up step and 2 checks for fanin.config.yaml.');
    expect(out).toMatch(/setup +npm ci +there is package-lock.json/u);
    expect(out).toMatch(/lint +npm run lint +package.json has the script lint/u);
    expect(out).toContain('fanin doctor');
    const text = await readFile(join(path, 'fanin.config.yaml'), 'utf8');
    expect(text).toContain('setup: npm ci');
    expect(text).toContain('# package.json has the script lint');
  });

  it('writes a config that fanin reads', async () => {
    const { path } = await repoWith(NODE);
    await fanin(path, 'init');
    const config = await faninJson<{ file: string; checks: readonly { name: string }[] }>(
      path,
      'config',
    );
    expect(config.file).toBe('fanin.config.yaml');
    expect(config.checks.map(({ name }) => name)).toEqual(['test', 'lint']);
  });

  it('leaves a config that is there alone, and replaces it with --force', async () => {
    const { path } = await repoWith({ ...NODE, 'fanin.config.yaml': 'checks: { own: "true" }\n' });
    const refused = await fanin(path, 'init');
    expect(refused.code).toBe(4);
    expect(refused.err).toContain('[config-exists]');
    expect(refused.err).toContain('--force');
    expect(await readFile(join(path, 'fanin.config.yaml'), 'utf8')).toBe(
      'checks: { own: "true" }\n',
    );
    expect((await fanin(path, 'init', '--force')).code).toBe(0);
    expect(await readFile(join(path, 'fanin.config.yaml'), 'utf8')).toContain('npm ci');
  });

  it('replaces fanin.config.yml under its own name, and refuses to choose between two', async () => {
    const { path } = await repoWith({ ...NODE, 'fanin.config.yml': 'checks: {}\n' });
    expect((await fanin(path, 'init')).code).toBe(4);
    expect((await fanin(path, 'init', '--force')).code).toBe(0);
    expect(await readdir(path)).not.toContain('fanin.config.yaml');
    await writeFiles(path, { 'fanin.config.yaml': '' });
    const two = await fanin(path, 'init', '--force');
    expect([two.code, two.err]).toEqual([2, expect.stringContaining('[two-configs]')]);
  });

  it('leaves no other file behind', async () => {
    const of = await repoWith(NODE);
    await fanin(of.path, 'init');
    expect(await of.git('status', '--porcelain')).toBe('?? fanin.config.yaml');
  });

  it('names environment files that workspaces will not have, unless .worktreeinclude is there', async () => {
    const { path } = await repoWith({ '.gitignore': '.env*\nnode_modules/\n' });
    await writeFiles(path, {
      '.env.local': 'A=1\n',
      'node_modules/x/.env': 'B=2\n',
      'app/.env': 'C=3\n',
    });
    const { out } = await fanin(path, 'init');
    expect(out).toMatch(
      / ! git ignores \.env\.local, app\/\.env, so workspaces will not have them/u,
    );
    expect(out).toContain('.worktreeinclude');
    await writeFiles(path, { '.worktreeinclude': '.env.local\n' });
    expect((await fanin(path, 'init', '--force')).out).not.toContain('workspaces will not have');
  });

  it('writes a frame where it finds nothing, before the first commit too', async () => {
    repo = await makeRepo({ empty: true });
    const { code, out } = await fanin(repo.path, 'init');
    expect(code).toBe(0);
    expect(out).toContain('Nothing that fanin knows was found');
    expect(out).toContain('No checks: every delivery will be unverified');
  });

  it('tells scripts what it found', async () => {
    const { path } = await repoWith(NODE);
    const said = await faninJson<{ file: string; setup: unknown[]; leftBehind: unknown[] }>(
      path,
      'init',
    );
    expect(said).toMatchObject({ schema: 1, file: 'fanin.config.yaml', leftBehind: [] });
    expect(said.setup).toEqual([{ run: 'npm ci', reason: 'there is package-lock.json' }]);
  });
});
