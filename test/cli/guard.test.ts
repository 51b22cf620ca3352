import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { fanin, faninJson } from './fanin.ts';

interface Json {
  readonly verdict: string;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly instead: string | null;
  readonly note: string | null;
}

describe('fanin guard check', () => {
  let repo: TempRepo | null = null;
  afterEach(async () => {
    await repo?.remove();
    repo = null;
  });
  const path = async (): Promise<string> => {
    repo = await makeRepo({ files: { a: '', 'src/b.ts': '' } });
    return repo.path;
  };

  it('lets a command run, and says for which place it was judged', async () => {
    const { code, out } = await fanin(await path(), 'guard', 'check', 'npm test > out.txt');
    expect(code).toBe(0);
    expect(out).toMatch(/^may run/);
    expect(out).toMatch(/no workspace of an attempt/);
  });

  it('refuses one that reaches the checkout, with what would be right', async () => {
    const main = await path();
    const { code, out } = await fanin(main, 'guard', 'check', `rm ${main}/a`);
    expect(code).toBe(4);
    expect(out).toMatch(/refused \(main-checkout\)/);
    const said = await faninJson<Json>(main, 'guard', 'check', `rm ${main}/a`);
    expect(said).toMatchObject({ verdict: 'deny', rule: 'main-checkout' });
    expect(said.instead).toMatch(/^rm .*\.fanin\/example\/a$/);
  });

  it('judges what cannot be decided as one without a boundary does', async () => {
    const { code, out } = await fanin(await path(), 'guard', 'check', 'rm "$x"', '--in', 'src');
    expect(code).toBe(4);
    expect(out).toMatch(/cannot be decided \(unknown-target\)/);
  });

  it('takes the config of the attempt whose workspace it is in', async () => {
    const main = await path();
    const attempt = join(main, '.git/fanin/attempts/r1-a-1');
    mkdirSync(attempt, { recursive: true });
    const config = {
      schema: 1,
      attempt: 'r1-a-1',
      workspace: main,
      main: '/elsewhere',
      gitDir: '/elsewhere/.git',
      neighbours: null,
      allowed: [],
      ownGit: false,
      branches: null,
      writes: ['src/**'],
      boundary: true,
      logs: [],
    };
    writeFileSync(join(attempt, 'guard.json'), JSON.stringify(config));
    const said = await faninJson<Json>(main, 'guard', 'check', 'echo x > a');
    expect(said).toMatchObject({ verdict: 'out-of-scope', note: null });
    const open = await fanin(main, 'guard', 'check', 'rm "$x"');
    expect(open.code).toBe(0);
    expect(open.out).toMatch(/would run and be noted/);
  });
});
