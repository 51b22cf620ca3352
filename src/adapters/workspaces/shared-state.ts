import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Finding } from '../../domain/attempt/attempt.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import type { GitCommand, GitOutput } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { ANY_ANSWER } from '../git/refs.ts';
import { namesIn, readSmall, statOf } from '../git/small-file.ts';

/** What work copies share beside config and hooks: all that an attempt has no business to change. */
export interface SharedState {
  /** Branches, tags and refs of remotes → object. Without those that are fanin's own. */
  readonly refs: Readonly<Record<string, string>>;
  /** Other work copies by their names in git's books → where they are, whether locked, what config they have. */
  readonly copies: Readonly<Record<string, string>>;
  /** Submodules' own configs → hash: one `core.worktree` serves all work copies. */
  readonly modules: Readonly<Record<string, string>>;
  /** Lock files that lie about. */
  readonly locks: readonly string[];
}

/** Lists every ref; `refsIn` reads the output. */
export const refListing = (place: RepositoryPlace): GitCommand => ({
  cwd: place.commonDir,
  args: ['for-each-ref', '--format=%(objectname) %(refname)'],
  options: onObjects(place, { readOnly: true, exits: ANY_ANSWER }),
});

/** Every ref → object. */
export const refsIn = (output: GitOutput | null): ReadonlyMap<string, string> => {
  const lines = output?.stdout.toString('utf8').split('\n') ?? [];
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(' ');
      return at === -1 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
    }),
  );
};

/** fanin's own move all the time, and each has a rule of its own; the stash is looked at by itself. */
const OWN_REFS = /^refs\/(?:fanin|heads\/fanin)\/|^refs\/stash$/u;

/** Of more refs only one hash of all is kept: the fingerprint lies in every attempt's folder. */
const MOST_REFS = 2_000;

/** Reads small files alone; `refs` comes from `refListing`. */
export const sharedState = (
  { commonDir }: RepositoryPlace,
  refs: ReadonlyMap<string, string>,
): SharedState => ({
  refs: foreignRefs(refs),
  copies: Object.fromEntries(
    namesIn(join(commonDir, 'worktrees')).map((name) => [name, copyText(commonDir, name)]),
  ),
  modules: Object.fromEntries(modulesIn(join(commonDir, 'modules'), '', 0)),
  locks: LOCKS.filter((name) => statOf(join(commonDir, name)) !== null),
});

const LOCKS = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock'];

const foreignRefs = (refs: ReadonlyMap<string, string>): Readonly<Record<string, string>> => {
  const foreign = [...refs].filter(([ref]) => !OWN_REFS.test(ref));
  if (foreign.length <= MOST_REFS) return Object.fromEntries(foreign);
  return { '*': hashOf(JSON.stringify(foreign)) };
};

const copyText = (commonDir: string, name: string): string => {
  const book = join(commonDir, 'worktrees', name);
  const at = readSmall(join(book, 'gitdir'))?.trim() ?? '?';
  const lock = readSmall(join(book, 'locked'))?.trim() ?? '-';
  const config = readSmall(join(book, 'config.worktree'));
  return [at, lock, config === null ? '-' : hashOf(config)].join('\n');
};

/** A submodule's name may have slashes. */
const DEEPEST_MODULE = 4;

const modulesIn = (
  folder: string,
  prefix: string,
  depth: number,
): readonly (readonly [string, string])[] =>
  depth > DEEPEST_MODULE
    ? []
    : namesIn(folder).flatMap((name) => {
        const inside = join(folder, name);
        const config = readSmall(join(inside, 'config'));
        if (config !== null) return [[`${prefix}${name}`, hashOf(config)] as const];
        const isFolder = statOf(inside)?.isDirectory() === true;
        return isFolder ? modulesIn(inside, `${prefix}${name}/`, depth + 1) : [];
      });

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Whether it is known that a work copy has come, has gone, or is just going: by fanin's doing, or told elsewhere. */
export type OwnDoing = (name: string, what: 'came' | 'went' | 'going') => boolean;

/** What changed in between. */
export const sharedFindings = (
  before: SharedState,
  after: SharedState,
  isOwn: OwnDoing,
): readonly Finding[] => [
  ...refFindings(before.refs, after.refs),
  ...copyFindings(before.copies, after.copies, isOwn),
  ...changedNames(before.modules, after.modules).map((name) => ({
    kind: 'submodule-config-changed',
    text: `The config of the submodule ${name}, which all work copies share, changed while this attempt ran: its core.worktree may lead to one of them.`,
    path: `modules/${name}/config`,
    blocks: true,
  })),
  ...after.locks
    .filter((name) => !before.locks.includes(name))
    .map((name) => ({
      kind: 'lock-left',
      text: `${name} lies in the shared repository and lay not there before: a git is at work or has died. fanin doctor --repair removes it where nobody holds it.`,
      path: name,
      blocks: false,
    })),
];

const refFindings = (
  before: SharedState['refs'],
  after: SharedState['refs'],
): readonly Finding[] => {
  // Fetching is everybody's right, and editors do it by themselves.
  const changed = changedNames(before, after).filter(
    (ref) => !ref.startsWith('refs/remotes/') || after[ref] === undefined,
  );
  return changed.slice(0, MOST_NAMED).map((ref) => ({
    kind: 'shared-refs-changed',
    text: refText(ref, before[ref], after[ref]),
    path: ref,
    blocks: false,
  }));
};

const MOST_NAMED = 20;

const refText = (ref: string, before: string | undefined, after: string | undefined): string => {
  if (ref === '*') return 'Refs of the shared repository changed while this attempt ran.';
  const name = ref.replace(/^refs\/(?:heads|tags|remotes)\//u, '');
  if (before === undefined)
    return `${name} is new since this attempt began, at ${String(after).slice(0, 8)}.`;
  if (after !== undefined)
    return `${name} moved while this attempt ran, from ${before.slice(0, 8)} to ${after.slice(0, 8)}.`;
  return `${name} was deleted while this attempt ran; it was at ${before.slice(0, 8)}: git update-ref ${ref} ${before} brings it back.`;
};

const copyFindings = (
  before: SharedState['copies'],
  after: SharedState['copies'],
  isOwn: OwnDoing,
): readonly Finding[] =>
  changedNames(before, after).flatMap((name) => {
    const was = before[name];
    const is = after[name];
    const [at = '?'] = (is ?? was ?? '').split('\n');
    const path = at.replace(/\/\.git$/u, '');
    const finding = (text: string, blocks: boolean): readonly Finding[] => [
      { kind: 'work-copies-changed', text, path: `worktrees/${name}`, blocks },
    ];
    if (was === undefined) {
      const text = `The work copy ${path} is new since this attempt began.`;
      return isOwn(name, 'came') ? [] : finding(text, false);
    }
    if (is === undefined) {
      const text = `git lists the work copy ${path} no more: it was removed or pruned while this attempt ran.`;
      return isOwn(name, 'went') ? [] : finding(text, false);
    }
    // Of one that fanin is about to remove the lock goes first.
    if (isOwn(name, 'going')) return [];
    const text = `git’s books of the work copy ${path} changed while this attempt ran: its place, its lock or its own config.`;
    return finding(text, true);
  });

const changedNames = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .toSorted();
