import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small repository in a folder of its own, with that config and plan, and an environment that reads no user's git config. */
export const benchRepo = ({ config, plan }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-bench-'));
  const repo = join(folder, 'app');
  mkdirSync(repo);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@localhost',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
  };
  const git = (...args) => execFileSync('git', args, { cwd: repo, env, stdio: 'ignore' });
  writeFileSync(join(repo, 'README.md'), '# bench\n');
  writeFileSync(join(repo, 'fanin.config.yaml'), config);
  writeFileSync(join(repo, 'plan.yaml'), plan);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  return {
    folder,
    repo,
    env,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
};
