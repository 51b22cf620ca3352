import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuardConfig } from '../../src/domain/guard/guard-config.ts';

/** The scene of test/fixtures/guard on the disk: `<home>/main`, and two linked worktrees beside it. */
export interface GuardPlace {
  readonly main: string;
  readonly workspace: string;
  /** The fixtures' `/M` as the real path. */
  placed(command: string): string;
  config(more: Pick<GuardConfig, 'boundary' | 'logs'>): GuardConfig;
}

const FILES: Readonly<Record<string, string>> = {
  'src/a.ts': 'export const a = 1;\n',
  'sub/b.ts': 'export const b = 2;\n',
  'packages/app/package.json': '{"name":"app"}\n',
  x: 'x\n',
  'README.md': '# main\n',
  'package.json': '{"name":"main","version":"1.0.0"}\n',
  Makefile: 'all:\n\ttouch made\n',
};

/** Makes it; `<home>/main.fanin/a`, the workspace, must not be there or be empty. */
export function makeGuardPlace(home: string): GuardPlace {
  const main = join(home, 'main');
  const neighbours = join(home, 'main.fanin');
  const workspace = join(neighbours, 'a');
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
    execFileSync('git', [...identity, ...args], {
      cwd: main,
      stdio: 'pipe',
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    });
  };
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(main, name)), { recursive: true });
    writeFileSync(join(main, name), content);
  }
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  for (const name of ['a', 'b'])
    git('worktree', 'add', '-q', join(neighbours, name), '-b', `fanin/r1/attempts/${name}/1/work`);
  symlinkSync(main, join(workspace, 'link-to-main'));
  return {
    main,
    workspace,
    placed: (command) => command.replaceAll(/(?:(?<=[\s="'`]-[A-Za-z])|(?<![\w.]))\/M\b/g, main),
    config: (more) => ({
      schema: 1,
      attempt: 'r1-core-1',
      workspace,
      main,
      gitDir: join(main, '.git'),
      neighbours,
      allowed: [`${workspace}.handoff.json`],
      ownGit: false,
      branches: 'fanin/r1/attempts/a/1/',
      writes: null,
      ...more,
    }),
  };
}
