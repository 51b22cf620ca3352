import type {
  DeliveredEntry,
  DeliveredTree,
} from '../../domain/delivery/contents/delivered-tree.ts';
import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import { gitAll, runGit } from './git.ts';
import type { GitCommand, GitOptions } from './git.ts';
import { onObjects } from './object-access.ts';
import { fields, pathText } from './paths.ts';
import { ANY_ANSWER } from './refs.ts';

/** Reads what a commit holds beyond its base, object by object: nothing is written anywhere. Codes: those of git. */
export const readDelivered = async (
  place: RepositoryPlace,
  base: string,
  commit: string,
): Promise<Result<DeliveredTree, Failure>> => {
  const ask = (args: readonly string[], more: GitOptions = {}): GitCommand => ({
    cwd: place.commonDir,
    args,
    options: onObjects(place, { readOnly: true, ...more }),
  });
  const asked = await gitAll([
    ask(['ls-tree', '-r', '-z', '--full-tree', commit]),
    ask(['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=d', base, commit]),
  ]);
  if (!asked.ok) return asked;
  const [listed, differing] = asked.value;
  const fresh = new Set(fields(differing.stdout).map(pathText));
  const entries = fields(listed.stdout).map((line) => entryIn(line, fresh));
  const sizes = await sizesOf(ask, entries);
  if (!sizes.ok) return sizes;
  const targets = await targetsOf(ask, entries, sizes.value);
  if (!targets.ok) return targets;
  const modules = await modulesOf(ask, entries, [base, commit]);
  if (!modules.ok) return modules;
  const [submodulesBefore, submodules] = modules.value;
  return ok({
    entries: entries.map(({ id, ...entry }) => ({
      ...entry,
      size: sizes.value.get(id) ?? null,
      target: entry.mode === LINK ? (targets.value.get(id) ?? null) : null,
    })),
    submodulesBefore,
    submodules,
  });
};

const LINK = '120000';
const ELSEWHERE = '160000';

type Listed = Omit<DeliveredEntry, 'target' | 'size'> & { readonly id: string };

type Ask = (args: readonly string[], more: GitOptions) => GitCommand;

const entryIn = (line: Buffer, fresh: ReadonlySet<string>): Listed => {
  const tab = line.indexOf(9);
  const [mode = '', , id = ''] = line.toString('latin1', 0, tab).split(' ');
  const path = pathText(line.subarray(tab + 1));
  return { path, mode, id, isNew: fresh.has(path) };
};

/** Of what is new: a partial clone would fetch the rest to say how large it is. */
const sizesOf = async (
  ask: Ask,
  entries: readonly Listed[],
): Promise<Result<ReadonlyMap<string, number>, Failure>> => {
  const fresh = entries.filter(({ isNew, mode }) => isNew && mode !== ELSEWHERE);
  if (fresh.length === 0) return ok(new Map());
  const input = fresh.map(({ id }) => `${id}\n`).join('');
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)'];
  const read = await runGit(ask(args, { input }));
  if (!read.ok) return read;
  const lines = read.value.stdout.toString('latin1').split('\n').slice(0, -1);
  return ok(new Map(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])])));
};

/** A path on Linux is no longer. */
const MOST_TARGET = 4_096;

/** Old links count where new ones may lead them elsewhere. Nothing but a link is ever opened. */
const targetsOf = async (
  ask: Ask,
  entries: readonly Listed[],
  sizes: ReadonlyMap<string, number>,
): Promise<Result<ReadonlyMap<string, string>, Failure>> => {
  const links = entries.filter(({ mode }) => mode === LINK);
  if (!links.some(({ isNew }) => isNew)) return ok(new Map());
  const ids = new Set(links.map(({ id }) => id));
  const short = [...ids].filter((id) => (sizes.get(id) ?? 0) <= MOST_TARGET);
  const read = await runGit(
    ask(['cat-file', '--batch'], { input: short.map((id) => `${id}\n`).join('') }),
  );
  return read.ok ? ok(blobsIn(read.value.stdout)) : read;
};

/** Reads `<id> blob <size> LF <content> LF`, one after the other. */
const blobsIn = (output: Buffer): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) break;
    const [id = '', , size = '0'] = output.toString('latin1', at, end).split(' ');
    const stop = end + 1 + Number(size);
    found.set(id, pathText(output.subarray(end + 1, stop)));
    at = stop + 1;
  }
  return found;
};

const MODULES = '.gitmodules';

type Settings = readonly (readonly [string, string])[];

/** The submodules' settings of two commits. Where the newer one has none, nothing can have been added: most have none. */
const modulesOf = async (
  ask: Ask,
  entries: readonly Listed[],
  [before, after]: readonly [string, string],
): Promise<Result<readonly [Settings, Settings], Failure>> => {
  if (!entries.some(({ path }) => path === MODULES)) return ok([[], []]);
  const settings = (of: string): GitCommand =>
    ask(['config', '-z', '--list', `--blob=${of}:${MODULES}`], { exits: [...ANY_ANSWER, 129] });
  const asked = await gitAll([settings(before), settings(after)]);
  if (!asked.ok) return asked;
  const [old, now] = asked.value;
  return ok([settingsIn(old.stdout), settingsIn(now.stdout)]);
};

/** Reads `key LF value NUL`; none where git cannot read it, or there is no such file. */
const settingsIn = (output: Uint8Array): Settings =>
  fields(output).map((field) => {
    const text = field.toString('utf8');
    const end = text.indexOf('\n');
    return end === -1
      ? ([text, 'true'] as const)
      : ([text.slice(0, end), text.slice(end + 1)] as const);
  });
