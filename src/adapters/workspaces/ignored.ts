import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Finding } from '../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { ignoredPaths } from '../git/ignored-paths.ts';
import type { Scene } from './scene.ts';

/** What tools make anew from what git does hold: not worth keeping, and often huge. */
const REGENERABLE =
  /(?:^|\/)(?:node_modules|\.venv|venv|target|__pycache__|\.tox|\.gradle|\.next|\.turbo|\.cache|\.mypy_cache|\.pytest_cache)\//;

/** All kept copies of an attempt together, in bytes and files. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 1_000;

/**
 * Files that git ignores are in no delivery, and go with the workspace. Small ones are copied to
 * `<folder>/ignored/`; the finding names what is there and what is not. What was brought in is
 * dealt with elsewhere, since it may be secret.
 */
export const ignoredFindings = async (
  place: RepositoryPlace,
  { workspace, spec, state, record }: Scene,
): Promise<readonly Finding[]> => {
  const target = join(spec.folder, 'ignored');
  const kept = await keepIgnored({
    gitDir: state.gitDir ?? place.commonDir,
    workspace: workspace.path,
    secret: record.files.map(({ path }) => path),
    target,
  });
  return ignoredFinding(kept, target);
};

/** Ignored files and folders that somebody may miss. */
export interface KeptIgnored {
  readonly entries: readonly string[];
  /** Those that were too much to copy. */
  readonly left: readonly string[];
}

/** Copies what may be missed and is small to `target`, as far as there is room. */
export const keepIgnored = async (of: {
  readonly gitDir: string;
  readonly workspace: string;
  readonly secret: readonly string[];
  readonly target: string;
}): Promise<KeptIgnored> => {
  const { gitDir, workspace, secret, target } = of;
  const listed = (await ignoredPaths(gitDir, workspace)).filter((each) => !REGENERABLE.test(each));
  const entries = await withoutSecrets(workspace, outermost(listed), secret);
  const budget = ignoredBudget();
  const left: string[] = [];
  for (const entry of entries)
    if (!(await keep(join(workspace, entry), join(target, entry), budget))) left.push(entry);
  return { entries, left };
};

/** What may be copied of one attempt, as `keep` counts it down. */
export const ignoredBudget = () => ({ bytes: MOST_BYTES, files: MOST_FILES });

/** Tells of them; nothing where there are none. */
export const ignoredFinding = (
  { entries, left }: KeptIgnored,
  target: string,
): readonly Finding[] => (entries.length === 0 ? [] : [finding(entries, left, target)]);

/** git may name a folder and one inside it. */
const outermost = (entries: readonly string[]): readonly string[] =>
  entries.filter(
    (entry) =>
      !entries.some((other) => other !== entry && other.endsWith('/') && entry.startsWith(other)),
  );

/** A folder with something in it that was brought in is taken apart, so that the rest can be told. */
const withoutSecrets = async (
  root: string,
  entries: readonly string[],
  secret: readonly string[],
): Promise<readonly string[]> => {
  const parts = await Promise.all(
    entries.map(async (entry) => {
      if (!secret.some((path) => path === entry || path.startsWith(entry))) return [entry];
      return (await filesIn(root, entry)).filter((path) => !secret.includes(path));
    }),
  );
  return parts.flat();
};

const filesIn = async (root: string, entry: string): Promise<readonly string[]> => {
  if (!entry.endsWith('/')) return [entry];
  const found = await readdir(join(root, entry), { withFileTypes: true, recursive: true });
  return found
    .filter((each) => !each.isDirectory())
    .map((each) => relative(root, join(each.parentPath, each.name)));
};

/** Copies a file or a folder when it fits whole; links are copied as links. */
export const keep = async (
  from: string,
  to: string,
  budget: { bytes: number; files: number },
): Promise<boolean> => {
  const size = await measure(from, budget.files);
  if (size === null || size.bytes > budget.bytes || size.files > budget.files) return false;
  budget.bytes -= size.bytes;
  budget.files -= size.files;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await cp(from, to, { recursive: true, verbatimSymlinks: true, force: true });
  return true;
};

/** Null: there are sockets, devices or too many files in it, or it is gone. */
const measure = async (
  path: string,
  most: number,
): Promise<{ readonly bytes: number; readonly files: number } | null> => {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return null;
  if (stat.isFile() || stat.isSymbolicLink()) return { bytes: stat.size, files: 1 };
  if (!stat.isDirectory()) return null;
  const sum = { bytes: 0, files: 0 };
  for (const name of await readdir(path)) {
    const part = await measure(join(path, name), most);
    if (part === null || sum.files > most) return null;
    sum.bytes += part.bytes;
    sum.files += part.files;
  }
  return sum;
};

const SHOWN = 5;

const finding = (entries: readonly string[], left: readonly string[], target: string): Finding => {
  const names = (list: readonly string[]): string =>
    list.length > SHOWN
      ? `${list.slice(0, SHOWN).join(', ')} and ${list.length - SHOWN} more`
      : list.join(', ');
  const kept = entries.filter((entry) => !left.includes(entry));
  const parts = [
    `git ignores ${names(entries)}, so ${entries.length === 1 ? 'it is' : 'they are'} not delivered.`,
    ...(kept.length === 0
      ? []
      : [`Copied to ${target}${left.length === 0 ? '' : `: ${names(kept)}`}.`]),
    ...(left.length === 0 ? [] : [`Too much to copy, so gone with the workspace: ${names(left)}.`]),
  ];
  return { kind: 'ignored-left', text: parts.join(' '), blocks: false };
};
