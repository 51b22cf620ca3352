import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { belongings } from '../support/foreign-trees.ts';
import type { Belongings } from '../support/foreign-trees.ts';
import { cleanEnv, fanin } from '../support/built-cli.ts';
import type { CliEnd } from '../support/built-cli.ts';
import { makeRepo, writeFiles } from '../support/git-repo.ts';
import type { Files, TempRepo } from '../support/git-repo.ts';

/** A person with five terminals, each in a worktree that plain git has made. */
export interface FiveWorktrees {
  readonly repo: TempRepo;
  /** The path of each worktree, by its branch. */
  readonly paths: Readonly<Record<Branch, string>>;
  type(...args: readonly string[]): Promise<CliEnd>;
  /** Everything of the person's, byte for byte. */
  belongings(): Promise<Belongings>;
}

export const BRANCHES = ['feature/parse', 'feature/print', 'docs', 'tidy', 'types'] as const;
export type Branch = (typeof BRANCHES)[number];

const toolkit = (parse: string, print: string, end = 'exit 0'): string =>
  [
    '# toolkit',
    `parse() { ${parse}; }`,
    '',
    '# printing',
    `print() { ${print}; }`,
    '',
    end,
    '',
  ].join('\n');

const FILES: Files = {
  'fanin.config.yaml':
    'checks: { suite: sh test.sh }\nreview: { by: human, limit: 9 }\nisolation: worktree\n',
  'src/toolkit.sh': toolkit('echo parsed', 'echo printed'),
  'test.sh': 'for each in tests/*.sh; do sh "$each" || { echo "FAILED: $each"; exit 1; }; done\n',
  'tests/toolkit.sh': '. src/toolkit.sh\n',
  '.gitignore': '*.log\n',
  'README.md': '# Toolkit\n',
};

/** What each has done, committed; and what it has left lying there. */
const WORK: Readonly<Record<Branch, { readonly done: Files; readonly lying: Files }>> = {
  'feature/parse': {
    done: { 'src/toolkit.sh': toolkit('echo parsed "$1"', 'echo printed') },
    lying: { 'notes/parse.md': 'Takes an argument.\n', 'run.log': 'ignored\n', '.env': 'KEY=1\n' },
  },
  // The same line as feature/parse, and a line of its own.
  'feature/print': {
    done: { 'src/toolkit.sh': toolkit('echo parsed --strict', 'echo printed "$1"') },
    lying: {},
  },
  docs: { done: {}, lying: { 'README.md': '# Toolkit\n\nParses and prints.\n' } },
  // The same file as the two, elsewhere in it.
  tidy: { done: { 'src/toolkit.sh': toolkit('echo parsed', 'echo printed', 'true') }, lying: {} },
  types: {
    done: { 'tests/types.sh': 'echo "types: expected 3, got 4"\nexit 1\n' },
    lying: { 'RESULT.md': 'All tests pass.\n' },
  },
};

/** Makes it all with plain git alone. */
export async function fiveWorktrees(): Promise<FiveWorktrees> {
  const repo = await makeRepo({ files: FILES });
  const paths: Partial<Record<Branch, string>> = {};
  for (const branch of BRANCHES) {
    const path = join(repo.base, `wt-${branch.replace('/', '-')}`);
    paths[branch] = path;
    await repo.git('worktree', 'add', '-q', path, '-b', branch);
    const { done, lying } = WORK[branch];
    await writeFiles(path, done);
    if (Object.keys(done).length > 0) {
      await repo.gitIn(path, 'add', '-A');
      await repo.gitIn(path, 'commit', '-q', '-m', `Work on ${branch}: all tests pass`);
    }
    await writeFiles(path, lying);
  }
  const all = paths as Record<Branch, string>;
  // Things that must come through all of it: a stash, something staged, an unfinished edit in the main checkout.
  await writeFiles(all.tidy, { 'src/toolkit.sh': 'stashed\n' });
  await repo.gitIn(all.tidy, 'stash', '-q');
  await repo.gitIn(all.docs, 'add', 'README.md');
  await writeFiles(repo.path, { 'mine.txt': 'not committed\n' });
  const env = cleanEnv(repo.home, repo.base);
  return {
    repo,
    paths: all,
    type: (...args) => fanin({ cwd: repo.path, env }, args),
    belongings: () => belongings(repo, [repo.path, ...Object.values(all)]),
  };
}

/** Takes it all away. */
export const removeAll = async ({ repo }: FiveWorktrees): Promise<void> => {
  await rm(`${repo.path}.fanin`, { recursive: true, force: true });
  await repo.remove();
};
