import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';

/** Where a repository lies. Absolute real paths. */
export interface RepositoryPlace {
  /** The main checkout. */
  readonly root: string;
  /** The git folder of the work copy that discovery started in. */
  readonly gitDir: string;
  /** The git folder all work copies share. */
  readonly commonDir: string;
  /** Where fanin keeps its state; may not exist yet. */
  readonly stateDir: string;
  /** True when discovery started in a linked worktree. */
  readonly isLinkedWorktree: boolean;
}

/**
 * Finds the repository that `cwd` lies in, without starting git.
 * Codes: `no-repository`, `bare-repository`, `broken-repository`, `no-main-checkout`.
 */
export const discoverRepository = (cwd: string): Result<RepositoryPlace, Failure> => {
  for (const folder of upwards(real(cwd))) {
    const link = join(folder, '.git');
    if (isGitFolder(link)) return ok(place(folder, link, link, false));
    if (isFile(link)) return throughFile(folder, link);
    if (isGitFolder(folder)) return insideGitFolder(folder);
  }
  return err(
    failure('no-repository', `${cwd} is not in a git repository.`, {
      hint: 'Go to a repository, or make one: git init && git add -A && git commit',
    }),
  );
};

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
};

const upwards = (from: string): readonly string[] => {
  const parent = dirname(from);
  return parent === from ? [from] : [from, ...upwards(parent)];
};

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What git itself asks of a git folder. */
const isGitFolder = (path: string): boolean =>
  existsSync(join(path, 'HEAD')) &&
  existsSync(join(path, 'objects')) &&
  existsSync(join(path, 'refs'));

const place = (
  root: string,
  gitDir: string,
  commonDir: string,
  isLinkedWorktree: boolean,
): RepositoryPlace => {
  const common = real(commonDir);
  return {
    root: real(root),
    gitDir: real(gitDir),
    commonDir: common,
    stateDir: join(common, 'fanin'),
    isLinkedWorktree,
  };
};

/** `.git` is a file in linked worktrees, submodules and checkouts with a separate git folder. */
const throughFile = (folder: string, link: string): Result<RepositoryPlace, Failure> => {
  const target = /^gitdir: (.+?)\n?$/s.exec(readFileSync(link, 'utf8'))?.[1];
  const gitDir = target === undefined ? null : resolve(folder, target);
  if (gitDir === null || !existsSync(join(gitDir, 'HEAD'))) {
    return err(
      failure('broken-repository', `${link} leads to no repository.`, {
        where: { file: link },
        hint: 'If the repository was moved: git worktree repair, in its main checkout.',
      }),
    );
  }
  const commonFile = join(gitDir, 'commondir');
  if (!existsSync(commonFile)) return ok(place(folder, gitDir, gitDir, false));
  const commonDir = resolve(gitDir, readFileSync(commonFile, 'utf8').replace(/\n$/, ''));
  return fromLinked(gitDir, commonDir);
};

const fromLinked = (gitDir: string, commonDir: string): Result<RepositoryPlace, Failure> => {
  if (basename(commonDir) === '.git') {
    return ok(place(dirname(commonDir), gitDir, commonDir, true));
  }
  return err(
    failure(
      'no-main-checkout',
      `The repository ${commonDir} has no main checkout that could be found from here.`,
      {
        hint: 'fanin needs one: start it in the main checkout, or in a clone that is not bare.',
      },
    ),
  );
};

const insideGitFolder = (folder: string): Result<RepositoryPlace, Failure> => {
  if (basename(folder) === '.git') return ok(place(dirname(folder), folder, folder, false));
  return err(
    failure(
      'bare-repository',
      `${folder} is a bare repository: it has no checkout to start from.`,
      {
        hint: 'Clone it, and start fanin in the clone.',
      },
    ),
  );
};
