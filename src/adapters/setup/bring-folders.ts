import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import { writtenText } from '../../domain/setup/asked.ts';
import type { AskedPath } from '../../domain/setup/asked.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { gitAll } from '../git/git.ts';
import { onTree } from '../git/object-access.ts';
import { paths } from '../git/paths.ts';
import { statOf } from '../git/small-file.ts';
import { run } from '../process/run.ts';
import { canShareBlocks, measure, sizeText } from './folder-size.ts';
import { moveIn } from './move-in.ts';

/** What the config says about folders that workspaces get. */
export interface BringWish {
  /** Paths relative to the root. */
  readonly bring: readonly string[];
  /** Bytes that are copied at most where the file system cannot share blocks. */
  readonly copyLimit: number;
}

/** One path, and where it is written if not in the config. */
interface Wanted {
  readonly path: string;
  readonly asked: AskedPath | null;
}

/**
 * Brings folders (or files) that git ignores from the main checkout into a workspace, as copies that share their
 * blocks where the file system can; never by a link: an install through one would empty the main checkout's. What is
 * there already stays as it is. The value says what came of each, in words.
 */
export async function bringFolders(
  place: RepositoryPlace,
  workspace: Workspace,
  asked: readonly AskedPath[],
  wish: BringWish,
): Promise<readonly string[]> {
  const wanted = distinct([
    ...wish.bring.map((path) => ({ path, asked: null })),
    ...asked.map((each) => ({ path: each.path, asked: each })),
  ]).filter(({ path }) => statOf(join(workspace.path, path)) === null);
  if (wanted.length === 0) return [];
  const held = await heldByGit(place, wanted);
  const notes: string[] = [];
  for (const each of wanted) {
    const why = held.get(each.path) ?? (await whyNot(place, workspace, each.path));
    const came = why ?? (await bringOne(place, workspace, { ...wish, path: each.path }));
    const who = each.asked === null ? '' : `${writtenText(each.asked.at)} wants it shared, and `;
    notes.push(`${each.path}: ${who}${came}`);
  }
  return notes;
}

const distinct = (all: readonly Wanted[]): readonly Wanted[] =>
  all.filter(({ path }, k) => all.findIndex((other) => other.path === path) === k);

/** Paths of which git holds something, or that it does not ignore, with the reason why they stay where they are. */
async function heldByGit(
  place: RepositoryPlace,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, string>> {
  const input = wanted.map(({ path }) => `${path}\0`).join('');
  const named = wanted.map(({ path }) => `:(literal)${path}`);
  const options = onTree(place.commonDir, place.root, { readOnly: true });
  const asked = await gitAll([
    { cwd: place.root, args: ['ls-files', '-z', '--', ...named], options },
    {
      cwd: place.root,
      args: ['check-ignore', '-z', '--stdin'],
      options: { ...options, input, exits: [0, 1] },
    },
  ]);
  if (!asked.ok) return new Map(wanted.map(({ path }) => [path, asked.error.message]));
  const [tracked, ignored] = asked.value.map(({ stdout }) => paths(stdout));
  return new Map(
    wanted.flatMap(({ path }): [string, string][] => {
      if (tracked?.some((file) => file === path || file.startsWith(`${path}/`)) === true)
        return [[path, 'not brought: git tracks files of it']];
      return ignored?.includes(path) === true
        ? []
        : [[path, 'not brought: git does not ignore it']];
    }),
  );
}

async function whyNot(
  { root }: RepositoryPlace,
  workspace: Workspace,
  path: string,
): Promise<string | null> {
  const source = join(root, path);
  const stat = statOf(source);
  if (stat === null) return 'not brought: the main checkout has none';
  if (stat.isSymbolicLink() || (await realpath(source).catch(() => null)) !== source)
    return 'not brought: it is a link, and what it leads to would be shared';
  if (!stat.isDirectory() && !stat.isFile()) return 'not brought: it is no file and no folder';
  const folder = dirname(join(workspace.path, path));
  const made = await mkdir(folder, { recursive: true }).catch(() => undefined);
  if (made !== undefined) await giveTo(workspace.path, made);
  const real = await realpath(folder).catch(() => null);
  return real === folder ? null : 'not brought: its folder in the workspace is a link or a file';
}

const COPY_TIMEOUT_MS = 10 * 60_000;

/** Where a copy is made before it is put in its place; beside the workspace, so that a rename is all that is left. */
export const bringScratch = ({ path, attempt }: Workspace): string =>
  join(dirname(path), '.copying', `${attempt}.bring`);

async function bringOne(
  { root }: RepositoryPlace,
  workspace: Workspace,
  { path, copyLimit }: { readonly path: string; readonly copyLimit: number },
): Promise<string> {
  const source = join(root, path);
  const scratch = bringScratch(workspace);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(dirname(scratch), { recursive: true });
  const shares = await canShareBlocks(source, `${scratch}.probe`);
  const size = shares ? null : await measure(source, copyLimit);
  if (size !== null && size.bytes > copyLimit)
    return `not brought: it is larger than ${sizeText(copyLimit)} (workspaces.copyLimit), and this file system cannot copy without writing it all again; let \`setup\` install it`;
  const began = performance.now();
  const copied = await run({
    argv: [...copyProgram(), '--', source, scratch],
    cwd: root,
    timeoutMs: COPY_TIMEOUT_MS,
  });
  if (copied.exit !== 0) {
    await rm(scratch, { recursive: true, force: true });
    return `not brought: ${copied.stderr.toString('utf8').trim().split('\n')[0] ?? 'the copy failed'}`;
  }
  const changed = await moveIn(scratch, { from: root, to: workspace.path, path });
  await giveTo(workspace.path, scratch);
  await rename(scratch, join(workspace.path, path));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const how = size === null ? 'sharing its blocks' : `${sizeText(size.bytes)} written again`;
  const mended =
    changed === 0 ? '' : `; ${changed} names of the main checkout in it made the workspace’s`;
  return `brought as a copy in ${seconds} s (${how})${mended}`;
}

/** Where an agent works under a user of its own, what it gets has to be that user's; only root makes such workspaces. */
const giveTo = async (workspace: string, copy: string): Promise<void> => {
  const owner = statOf(workspace);
  if (process.getuid?.() !== 0 || owner === null || owner.uid === 0) return;
  const argv = ['chown', '-R', '-h', `${owner.uid}:${owner.gid}`, '--', copy];
  await run({ argv, cwd: dirname(copy), timeoutMs: COPY_TIMEOUT_MS });
};

/** Both copy links as links, and share blocks where they can. */
const copyProgram = (): readonly string[] =>
  process.platform === 'darwin' ? ['cp', '-a', '-c'] : ['cp', '-a', '--reflink=auto'];
