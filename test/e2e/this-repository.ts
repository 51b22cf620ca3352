import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that this test belongs to. */
export const THIS_REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Runs git somewhere; the value is stdout without the last line end. Throws on a non-zero exit. */
export type Git = (cwd: string, ...args: readonly string[]) => string;

/** Git with this environment; it takes no optional locks, so that looking changes nothing. */
export const gitWith =
  (env: Readonly<Record<string, string>>): Git =>
  (cwd, ...args) =>
    execFileSync('git', [...args], {
      cwd,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).replace(/\n$/, '');

/**
 * Clones this very repository, on a branch `main` at its last commit. Where it has no commit, is
 * shallow, or is no repository at all (an unpacked archive), its files become the first commit of
 * the clone. The checkout itself is only read, its index included.
 */
export const cloneThisRepository = (git: Git, clone: string): void => {
  if (isWhole(git)) {
    git('/', 'clone', '-q', '--no-hardlinks', '--no-checkout', THIS_REPOSITORY, clone);
    git(clone, 'checkout', '-q', '-B', 'main', git(THIS_REPOSITORY, 'rev-parse', 'HEAD'));
    return;
  }
  git('/', 'init', '-q', '-b', 'main', clone);
  git(clone, 'update-ref', 'refs/heads/main', snapshot(git, clone));
  git(clone, 'reset', '-q', '--hard');
};

const isWhole = (git: Git): boolean => {
  try {
    git(THIS_REPOSITORY, 'rev-parse', '--verify', '-q', 'HEAD^{commit}');
    return git(THIS_REPOSITORY, 'rev-parse', '--is-shallow-repository') === 'false';
  } catch {
    return false;
  }
};

/** The files of the checkout that are not ignored, as a commit in the clone: the index is the clone's. */
const snapshot = (git: Git, clone: string): string => {
  const at = [`--git-dir=${join(clone, '.git')}`, `--work-tree=${THIS_REPOSITORY}`];
  git(THIS_REPOSITORY, ...at, 'add', '-A');
  const tree = git(THIS_REPOSITORY, ...at, 'write-tree');
  return git(clone, 'commit-tree', '-m', 'The files of the checkout', tree);
};
