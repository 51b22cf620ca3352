import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { BorrowedNotes } from '../../git/borrowing.ts';
import type { RepositoryPlace } from '../../git/discover.ts';
import type { ConfigEntry } from '../../git/environment.ts';
import { readSettings } from '../../git/settings.ts';
import type { Setting } from '../../git/settings.ts';
import { readSmall, statOf } from '../../git/small-file.ts';
import { modulesOf } from './modules.ts';
import { liesIn } from '../yard.ts';

/** What the user's repository lends to a clone of it. */
export interface Lender {
  readonly format: 'sha1' | 'sha256';
  /** Folders of objects, those that the repository itself borrows from included. */
  readonly objects: readonly string[];
  readonly notes: BorrowedNotes;
  /** All that may be read of it inside. */
  readonly folders: readonly string[];
  /** Settings for the clone: who commits, how files are written, where the upstream is. No program. */
  readonly config: readonly ConfigEntry[];
  /** Filters of the user's own, such as Git LFS: programs, but not the repository's. */
  readonly filters: readonly ConfigEntry[];
  /** Where objects come from that are missing until they are needed; null: none are. */
  readonly promisor: string | null;
  readonly identity: { readonly name: string; readonly email: string };
}

/** Reads it. Codes: those of git. */
export const readLender = async (place: RepositoryPlace): Promise<Result<Lender, Failure>> => {
  const read = await readSettings(place.commonDir);
  if (!read.ok) return read;
  const settings = read.value;
  const last = (key: string): string | null =>
    settings.findLast((setting) => setting.key === key)?.value ?? null;
  const identity = {
    name: process.env['GIT_AUTHOR_NAME'] ?? last('user.name') ?? 'fanin',
    email: process.env['GIT_AUTHOR_EMAIL'] ?? last('user.email') ?? 'fanin@localhost',
  };
  const config = [
    ...withAddress(settings.flatMap((setting) => carried(place, setting))),
    ['user.name', identity.name] as const,
    ['user.email', identity.email] as const,
  ];
  const objects = objectFolders(join(place.commonDir, 'objects'));
  return ok({
    folders: [
      ...objects,
      ...modulesOf(place).flatMap(({ commonDir }) => objectFolders(join(commonDir, 'objects'))),
      ...objects.map((each) => join(dirname(each), 'lfs')).filter(isFolder),
    ],
    format: last('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1',
    objects,
    notes: {
      shallow: readSmall(join(place.commonDir, 'shallow')),
      exclude: readSmall(join(place.commonDir, 'info', 'exclude')),
      attributes: readSmall(join(place.commonDir, 'info', 'attributes')),
      sparse: readSmall(join(place.commonDir, 'info', 'sparse-checkout')),
    },
    config,
    filters: settings.filter(isUsersFilter).map(({ key, value }) => [key, value] as const),
    promisor: promisorIn(settings),
    identity,
  });
};

const promisorIn = (settings: readonly Setting[]): string | null =>
  settings.flatMap(({ key }) => /^remote\.(.*)\.promisor$/s.exec(key)?.[1] ?? [])[0] ?? null;

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

const isUsersFilter = ({ scope, key }: Setting): boolean =>
  (scope === 'global' || scope === 'system') &&
  /^filter\..*\.(clean|smudge|process|required)$/s.test(key);

/** What is carried over: none of these makes git start a program. */
const CARRIED =
  /^(user\.signingkey|core\.(autocrlf|eol|filemode|ignorecase|precomposeunicode|symlinks|quotepath|longpaths|whitespace|commentchar|abbrev|checkroundtripencoding|sparsecheckout|sparsecheckoutcone)|index\.sparse|i18n\..*|merge\.(conflictstyle|renames|directoryrenames|renamelimit)|diff\.(algorithm|renames|renamelimit|mnemonicprefix|noprefix|context)|pull\.(rebase|ff)|push\.(default|autosetupremote)|rebase\.(autosquash|autostash|updaterefs)|init\.defaultbranch|log\.date|extensions\.partialclone|branch\..*\.(remote|merge|rebase)|remote\..*\.(fetch|tagopt|promisor|partialclonefilter))$/s;

const carried = (place: RepositoryPlace, { key, value }: Setting): readonly ConfigEntry[] => {
  if (CARRIED.test(key)) return [[key, value]];
  if (!/^remote\..*\.(url|pushurl)$/s.test(key)) return [];
  const url = publicUrl(place, value);
  return url === null ? [] : [[key, url]];
};

/** A remote without an address would be one of that name in the folder it is asked in. */
const withAddress = (entries: readonly ConfigEntry[]): readonly ConfigEntry[] => {
  const named = entries.flatMap(([key]) => /^remote\.(.*)\.url$/s.exec(key)?.[1] ?? []);
  return entries.filter(([key]) => {
    const remote = /^remote\.(.*)\.[^.]*$/s.exec(key)?.[1];
    return remote === undefined || named.includes(remote);
  });
};

/**
 * The address of an upstream as an agent may see it: without anybody's password, and not in the main
 * checkout. Null: there is no such address.
 */
export const publicUrl = (
  place: Pick<RepositoryPlace, 'root' | 'commonDir'>,
  url: string,
): string | null => {
  const withScheme = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/@]*)@)?(.*)$/is.exec(url);
  if (withScheme !== null && withScheme[1]?.toLowerCase() !== 'file') {
    const [, scheme = '', person = '', rest = ''] = withScheme;
    const user = /^https?$/i.test(scheme) ? '' : (person.split(':')[0] ?? '');
    return `${scheme}://${user === '' ? '' : `${user}@`}${rest}`;
  }
  if (/^[a-z0-9-]+::/i.test(url)) return null;
  if (withScheme === null && /^[^/]*:/.test(url)) return url;
  const path = resolve(place.root, withScheme === null ? url : `/${withScheme[3] ?? ''}`);
  return liesIn(place.root, path) || liesIn(place.commonDir, path) ? null : path;
};

/** As deep as git itself goes. */
const MOST_DEPTH = 5;

const objectFolders = (objects: string, depth = 0): readonly string[] => {
  const named = alternatesIn(objects)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => resolve(objects, line));
  const below = depth < MOST_DEPTH ? named.flatMap((each) => objectFolders(each, depth + 1)) : [];
  return [...new Set([objects, ...below])];
};

const alternatesIn = (objects: string): string => {
  try {
    return readFileSync(join(objects, 'info', 'alternates'), 'utf8');
  } catch {
    return '';
  }
};
