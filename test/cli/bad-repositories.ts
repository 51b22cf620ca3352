import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TempRepo } from '../support/git-repo.ts';

/** A repository that no run can start in. `spoil` makes it so; the value is the folder to start in. */
export interface BadRepository {
  readonly what: string;
  readonly spoil: (of: TempRepo) => Promise<string>;
  readonly code: string;
  readonly exit: number;
  readonly hint: string;
}

/** Each is spoilt in one way. */
export const BAD_REPOSITORIES: readonly BadRepository[] = [
  {
    what: 'no repository',
    spoil: async (of) => {
      await rm(join(of.path, '.git'), { recursive: true });
      return of.path;
    },
    code: 'no-repository',
    exit: 5,
    hint: 'git init',
  },
  {
    what: 'a bare repository',
    spoil: async (of) => {
      await of.git('clone', '-q', '--bare', of.path, join(of.base, 'bare.git'));
      return join(of.base, 'bare.git');
    },
    code: 'bare-repository',
    exit: 5,
    hint: 'Clone it',
  },
  {
    what: 'no commit',
    spoil: async (of) => {
      await of.git('update-ref', '-d', 'refs/heads/main');
      return of.path;
    },
    code: 'no-commit',
    exit: 5,
    hint: 'git commit',
  },
  {
    what: 'a merge under way',
    spoil: async (of) => {
      await diverge(of);
      await of.git('merge', 'side').catch(() => null);
      return of.path;
    },
    code: 'operation-in-progress',
    exit: 4,
    hint: 'git merge --abort',
  },
  {
    what: 'a rebase under way',
    spoil: async (of) => {
      await diverge(of);
      await of.git('rebase', 'side').catch(() => null);
      return of.path;
    },
    code: 'operation-in-progress',
    exit: 4,
    hint: 'git rebase --abort',
  },
  {
    what: 'a shallow clone',
    spoil: async (of) => {
      await of.commit({ more: '1\n' });
      await of.git('clone', '-q', '--depth=1', `file://${of.path}`, join(of.base, 'shallow'));
      return join(of.base, 'shallow');
    },
    code: 'shallow-repository',
    exit: 5,
    hint: 'git fetch --unshallow',
  },
  {
    what: 'submodules',
    spoil: async (of) => {
      const commit = await of.git('rev-parse', 'HEAD');
      await of.git('update-index', '--add', '--cacheinfo', `160000,${commit},lib`);
      await of.git('commit', '-qm', 'a submodule');
      return of.path;
    },
    code: 'submodules-unsupported',
    exit: 5,
    hint: 'branch without submodules',
  },
  {
    what: 'paths that differ in case alone, on a file system that cannot tell them apart',
    spoil: async (of) => {
      await of.commit({ 'src/Name': '1\n', 'src/name': '2\n' });
      // Such a file system answers for .GIT what it answers for .git.
      await writeFile(join(of.path, '.GIT'), '');
      return of.path;
    },
    code: 'case-collision',
    exit: 5,
    hint: 'Rename one',
  },
  {
    what: 'a branch called fanin',
    spoil: async (of) => {
      await of.git('branch', 'fanin');
      return of.path;
    },
    code: 'branch-in-the-way',
    exit: 4,
    hint: 'git branch -m fanin',
  },
];

/** Two branches that change the same line. */
async function diverge(of: TempRepo): Promise<void> {
  await of.git('checkout', '-q', '-b', 'side');
  await of.commit({ 'README.md': 'side\n' });
  await of.git('checkout', '-q', 'main');
  await of.commit({ 'README.md': 'main\n' });
}
