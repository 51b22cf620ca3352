import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { describeWith } from '../support/capabilities.ts';
import { writeFiles } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin } from './fanin.ts';
import { planOf, robotRepo } from './robot-repo.ts';

let repo: TempRepo | null = null;
afterEach(async () => {
  await repo?.remove();
  repo = null;
});

/** Slow where the machine is: each is a whole run with an agent. */
const WHOLE_RUN = 60_000;

const odd = (isolation: 'worktree' | 'sandbox') => (): void => {
  const names = [
    'with spaces',
    `it's "quoted"`,
    'new\nline',
    'naïve-日本語-🦊',
    '$(touch boom); *',
    '-dash',
  ];
  // Each is a whole run: behind the boundary the two oddest do.
  const some = isolation === 'worktree' ? names : ['new\nline', '$(touch boom); *'];
  it.each(some)('works in a folder called %j', { timeout: WHOLE_RUN }, async (name) => {
    repo = await robotRepo({ isolation, name, plan: planOf('core'), steps: STEPS });
    const { code, err } = await fanin(repo.path, 'run');
    expect([code, err]).toEqual([0, '']);
    expect((await fanin(repo.path, 'promote')).code).toBe(0);
    expect(existsSync(join(repo.path, 'src', 'core.txt'))).toBe(true);
    expect(existsSync(join(repo.path, 'boom'))).toBe(false);
    expect((await fanin(repo.path, 'clean')).code).toBe(0);
  });

  it('works with SHA-256', { timeout: WHOLE_RUN }, async () => {
    const made = await robotRepo({ isolation, plan: planOf('core'), steps: STEPS });
    repo = made;
    const sha = { ...made, path: join(made.base, 'sha') };
    await mkdir(sha.path);
    await made.gitIn(sha.path, 'init', '-q', '--object-format=sha256');
    for (const file of ['README.md', 'fanin.config.yaml', 'script.json', 'plan.yaml']) {
      await cp(join(made.path, file), join(sha.path, file));
    }
    await made.gitIn(sha.path, 'add', '-A');
    await made.gitIn(sha.path, 'commit', '-qm', 'first');
    expect((await fanin(sha.path, 'run')).code).toBe(0);
    expect((await fanin(sha.path, 'promote')).code).toBe(0);
    expect(await made.gitIn(sha.path, 'show', 'HEAD:src/core.txt')).toBe('core');
  });

  it(
    'works with a detached HEAD and changed files, says so, and leaves both alone',
    { timeout: WHOLE_RUN },
    async () => {
      repo = await robotRepo({ isolation, plan: planOf('core'), steps: STEPS });
      const head = await repo.git('rev-parse', 'HEAD');
      await repo.git('checkout', '-q', '--detach');
      await writeFiles(repo.path, { 'README.md': 'mine\n', new: 'mine too\n' });
      const { code, err } = await fanin(repo.path, 'run');
      expect(code).toBe(0);
      const said = err.replaceAll(/\s+/gu, ' ');
      expect(said).toContain('HEAD is detached');
      expect(said).toContain('2 uncommitted changes');
      expect(await repo.git('status', '--porcelain')).toBe(' M README.md\n?? new');
      expect(await repo.git('rev-parse', 'HEAD')).toBe(head);
    },
  );

  it(
    'works with paths that differ in case alone where the file system tells them apart',
    { timeout: WHOLE_RUN },
    async () => {
      repo = await robotRepo({
        isolation,
        plan: planOf('core'),
        steps: STEPS,
        files: { 'src/Name': '1\n', 'src/name': '2\n' },
      });
      expect((await fanin(repo.path, 'run')).code).toBe(0);
      expect((await fanin(repo.path, 'promote')).code).toBe(0);
      expect(await repo.git('ls-tree', '-r', '--name-only', 'HEAD', 'src/')).toBe(
        'src/Name\nsrc/core.txt\nsrc/name',
      );
    },
  );

  it(
    'holds a delivery whose workspace has a repository in it, and loses nothing of that',
    { timeout: WHOLE_RUN },
    async () => {
      const inside =
        'git init -q lib && cd lib && echo 1 > a && git add -A && git commit -qm inside';
      repo = await robotRepo({
        isolation,
        plan: 'tasks:\n  core: { prompt: Write core, writes: [src/core.txt, "lib/**"] }\n',
        steps: { core: [...(STEPS['core'] ?? []), { run: inside }] },
      });
      const { code, out } = await fanin(repo.path, 'run');
      expect(code).toBe(3);
      expect(out).toMatch(/lib.*repository of its own/u);
      const path = (await fanin(repo.path, 'path', 'core')).out.trim();
      const cleaned = await fanin(repo.path, 'clean', '--all');
      expect(cleaned.out).toMatch(/^Nothing was removed\./u);
      expect(existsSync(join(path, 'lib', '.git'))).toBe(true);
    },
  );
};

const STEPS = { core: [{ write: { path: 'src/core.txt', text: 'core\n' } }] };

describe('fanin run in a repository that is odd and fine', odd('worktree'));
describeWith(['bubblewrap'], 'fanin run there, in a sandbox', odd('sandbox'));
