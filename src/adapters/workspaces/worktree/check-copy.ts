import { existsSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { failure } from '../../../domain/failure.ts';
import { err, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { CheckCopy } from '../../../ports/workspaces.ts';
import type { ConfigEntry } from '../../git/environment.ts';
import { trustedFilters } from '../../git/filters.ts';
import { gitAll, runGit } from '../../git/git.ts';
import type { GitCommand, GitOptions, GitOutput } from '../../git/git.ts';
import { onTree } from '../../git/object-access.ts';
import { paths, someOf } from '../../git/paths.ts';
import { ANY_ANSWER } from '../../git/refs.ts';
import { statOf } from '../../git/small-file.ts';
import { claimedGitDir, worktreeGitDir } from '../../git/worktree-list.ts';
import { bringIn } from '../brought-in.ts';
import { deleteWorkCopy } from './delete-copy.ts';
import { forget } from './half-made.ts';
import type { IndexTrust } from './index-trust.ts';
import { addWorktree } from './prepare.ts';
import { isObject, readRecord, writeRecord } from '../records.ts';
import { folderOf } from '../yard.ts';
import type { Yard } from '../yard.ts';

/** What set-up left in a copy, and what it was made from. */
interface Setup {
  readonly key: string;
  /** Ignored files and folders, relative, folders with a slash at the end. */
  readonly products: readonly string[];
}

/**
 * Puts `commit` into the check copy `name`, made if need be: tracked files as the commit has them,
 * nothing else but set-up products and the files that were brought in. `release` is called once.
 */
export const openCheckCopy = async (
  yard: Yard,
  trust: IndexTrust,
  name: string,
  commit: string,
): Promise<Result<Omit<CheckCopy, 'release'>, Failure>> => {
  const folder = folderOf(yard, name);
  if (!folder.ok) return folder;
  const path = folder.value;
  const notes = join(yard.place.stateDir, 'check-copies', name);
  const filled = await fill(yard, { path, name, notes, commit, trust });
  if (!filled.ok) return filled;
  const copy = filled.value;
  trust.note(copy.gitDir);
  const brought = await bringIn(yard.place, path, join(yard.root, '.copying', name));
  if (!brought.ok) return brought;
  const secret = new Set(brought.value.files.map((file) => file.path));
  return ok({
    path,
    level: 'worktree',
    setupKey: async () => readSetup(notes)?.key ?? null,
    markSetup: async (key) => {
      const products = (await ignoredIn(copy)).filter((product) => !secret.has(product));
      await writeRecord(notes, 'setup.json', { key, products } satisfies Setup);
    },
  });
};

interface Copy {
  readonly path: string;
  readonly gitDir: string;
  /** Folder of the copy's records. */
  readonly notes: string;
  readonly trust: IndexTrust;
  readonly config: readonly ConfigEntry[];
}

/** A check can write the shared config: it must not make forged time stamps pass for unchanged files. */
const TRUSTED_STAT: readonly ConfigEntry[] = [
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
];

const inCopy = (copy: Copy, args: readonly string[], more: GitOptions = {}): GitCommand => ({
  cwd: copy.path,
  args,
  options: onTree(copy.gitDir, copy.path, { ...more, config: copy.config }),
});

interface Wanted {
  readonly path: string;
  readonly name: string;
  readonly notes: string;
  readonly commit: string;
  readonly trust: IndexTrust;
}

/** The copy, with the commit in it. */
const fill = async (yard: Yard, wanted: Wanted): Promise<Result<Copy, Failure>> => {
  const { path, notes, commit, trust } = wanted;
  const atOnce = await fillAtOnce(yard, wanted);
  if (atOnce !== null && atOnce !== 'differs') return ok(atOnce);
  const found = await copyAt(yard, wanted);
  if (!found.ok) return found;
  const { gitDir, isTampered } = found.value;
  const filters = await trustedFilters(gitDir);
  if (!filters.ok) return filters;
  const copy: Copy = { path, gitDir, notes, trust, config: [...filters.value, ...TRUSTED_STAT] };
  const clean = await putCommit(copy, commit, isTampered || atOnce === 'differs');
  return clean.ok ? ok(copy) : clean;
};

/**
 * Nearly every copy is there and as the last check left it: then one question is enough. `differs`:
 * it was not enough, and nothing that is in the copy now must be relied upon. Null: there is no copy.
 */
const fillAtOnce = async (
  yard: Yard,
  { path, notes, commit, trust }: Wanted,
): Promise<Copy | 'differs' | null> => {
  const gitDir = copyGitDir(yard, path);
  const filters = gitDir === null ? null : await trustedFilters(gitDir);
  if (gitDir === null || filters?.ok !== true) return null;
  const copy: Copy = { path, gitDir, notes, trust, config: [...filters.value, ...TRUSTED_STAT] };
  rmSync(join(gitDir, 'index.lock'), { force: true });
  trust.distrustTouched(gitDir);
  const done = await gitAll([...looking(gitDir, path), ...checkingOut(copy, commit)]);
  if (!done.ok) return 'differs';
  const [, flags, , , differing] = done.value;
  const isPlain = flags.exit === 0 && !hidesAnything(flags);
  return isPlain && differing.stdout.length === 0 ? copy : 'differs';
};

/** The git folder of the copy at `path`, when both say so; null otherwise. */
const copyGitDir = (yard: Yard, path: string): string | null => {
  const gitDir = worktreeGitDir(yard.place, path);
  return claimedGitDir(yard.place, path) === gitDir ? gitDir : null;
};

/** The copy's git folder, and whether anything in it could make git overlook a change. */
interface Found {
  readonly gitDir: string;
  readonly isTampered: boolean;
}

/** The copy as it is; a broken one is deleted and made anew, set-up and all. */
const copyAt = async (yard: Yard, wanted: Wanted): Promise<Result<Found, Failure>> => {
  const { path, name, notes, commit } = wanted;
  const gitDir = worktreeGitDir(yard.place, path);
  const claimed = claimedGitDir(yard.place, path);
  const found = gitDir !== null && claimed === gitDir ? await inspect(gitDir, path) : null;
  if (found !== null) return ok(found);
  await rm(notes, { recursive: true, force: true });
  if (statOf(path) !== null) {
    const state = {
      path,
      exists: true,
      gitDir,
      claimed: claimed !== null,
      head: commit,
      onBranch: null,
    };
    const deleted = await deleteWorkCopy(yard, state);
    if (!deleted.ok) return deleted;
  }
  await forget(yard, path);
  const added = await addWorktree(yard, path, name, commit);
  if (!added.ok) return added;
  const made = worktreeGitDir(yard.place, path);
  if (made === null)
    return err(failure('workspace-broken', `git made ${path} and does not list it.`));
  wanted.trust.note(made);
  return ok({ gitDir: made, isTampered: false });
};

/** Null: git cannot read it. */
const inspect = async (gitDir: string, path: string): Promise<Found | null> => {
  const answers = await gitAll(looking(gitDir, path));
  if (!answers.ok) return null;
  const [, flags] = answers.value;
  return { gitDir, isTampered: flags.exit !== 0 || hidesAnything(flags) };
};

/** Whether git can read the copy, and the flags of what is in its index. */
const looking = (gitDir: string, path: string) => {
  const options = onTree(gitDir, path, { readOnly: true });
  return [
    { cwd: gitDir, args: ['rev-parse', '--verify', '--quiet', 'HEAD'], options },
    { cwd: path, args: ['ls-files', '-v', '-z'], options: { ...options, exits: ANY_ANSWER } },
  ] as const;
};

const hidesAnything = ({ stdout }: GitOutput): boolean =>
  paths(stdout).some((entry) => !entry.startsWith('H'));

/**
 * Whatever a check did to the copy's index, its flags or its locks must not decide what the next one
 * sees. What still differs after every file was written anew is how git checks this commit out
 * (line ends that its attributes would change, say).
 */
const putCommit = async (
  copy: Copy,
  commit: string,
  everyFile: boolean,
): Promise<Result<null, Failure>> => {
  const first = await checkOut(copy, commit, everyFile);
  if (!first.ok) return first;
  if (first.value.length === 0) return ok(null);
  const second = everyFile ? first : await checkOut(copy, commit, true);
  if (!second.ok) return second;
  const left = second.value.filter((line) => !line.startsWith(' M '));
  if (left.length === 0) return ok(null);
  const message = `The check copy ${copy.path} does not hold ${commit} as it is: ${someOf(left)}`;
  return err(failure('check-copy-dirty', message));
};

/** The value is what differs from the commit afterwards, as `git status` says it. */
const checkOut = async (
  copy: Copy,
  commit: string,
  everyFile: boolean,
): Promise<Result<readonly string[], Failure>> => {
  rmSync(join(copy.gitDir, 'index.lock'), { force: true });
  if (everyFile) rmSync(join(copy.gitDir, 'index'), { force: true });
  else copy.trust.distrustTouched(copy.gitDir);
  const done = await gitAll(checkingOut(copy, commit));
  if (!done.ok) return done;
  const [, , differing] = done.value;
  return ok(paths(differing.stdout));
};

const checkingOut = (copy: Copy, commit: string) => {
  const products = readSetup(copy.notes)?.products ?? [];
  const kept = products.flatMap((product) => ['-e', `/${escaped(product)}`]);
  return [
    inCopy(copy, ['checkout', '-q', '--detach', '--force', commit]),
    inCopy(copy, ['clean', '-ffdxq', ...kept]),
    inCopy(copy, ['status', '--porcelain=v1', '-z', '--no-renames'], { readOnly: true }),
  ] as const;
};

/** As a line of a .gitignore file that means this one path. */
const escaped = (path: string): string => path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);

/** Ignored files and folders, folders whole. */
const ignoredIn = async (copy: Copy): Promise<readonly string[]> => {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const output = await runGit(inCopy(copy, args, { readOnly: true }));
  return output.ok ? paths(output.value.stdout) : [];
};

const readSetup = (notes: string): Setup | null =>
  readRecord(notes, 'setup.json', (value) =>
    isObject(value) && typeof value['key'] === 'string' && Array.isArray(value['products'])
      ? { key: value['key'], products: value['products'].map(String) }
      : null,
  );

/** Deletes a check copy and what is known of its set-up. */
export const deleteCheckCopy = async (yard: Yard, name: string): Promise<Result<null, Failure>> => {
  const folder = folderOf(yard, name);
  if (!folder.ok) return folder;
  const path = folder.value;
  const gitDir = worktreeGitDir(yard.place, path);
  if (existsSync(path)) {
    const claimed = claimedGitDir(yard.place, path) !== null;
    const deleted = await deleteWorkCopy(yard, {
      path,
      exists: true,
      gitDir,
      claimed,
      head: '',
      onBranch: null,
    });
    if (!deleted.ok) return deleted;
  }
  await forget(yard, path);
  await rm(join(yard.place.stateDir, 'check-copies', name), { recursive: true, force: true });
  return ok(null);
};
