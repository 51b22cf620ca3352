import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, normalize, relative } from 'node:path';
import type { Endpoint } from '../../domain/plan/grants.ts';
import type { Profile, Share } from '../../ports/boundary.ts';

/** Places inside that are the boundary's own: a share on one of them would undo what it keeps. */
const KEPT = ['/', '/proc', '/sys', '/dev', '/etc', '/usr', '/run', '/tmp', '/var/tmp', '/var'];

/** Why this profile cannot be used, in one sentence; null: it can. */
export function unusable(folder: string, profile: Profile, asRoot: boolean): string | null {
  const shares = [homeShare(profile), ...profile.shares];
  return (
    (asRoot ? wrongUser(profile) : null) ??
    shares.reduce<string | null>((found, share) => found ?? wrongShare(share), null) ??
    openState(folder, shares) ??
    wrongEndpoint(profile)
  );
}

/** The private HOME as a share. */
export const homeShare = ({ home }: Profile): Share => ({ from: home, to: home, write: true });

/** Whether `path` is `folder` or lies in it. Both absolute. */
export function liesIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

const wrongUser = ({ uid }: Profile): string | null =>
  Number.isInteger(uid) && uid > 0 && uid < 2 ** 31
    ? null
    : `nobody can be made user ${uid} inside: it takes the number of an ordinary user`;

function wrongShare({ from, to }: Share): string | null {
  for (const path of [from, to]) {
    if (!isAbsolute(path) || normalize(path) !== path || path.includes('\0')) {
      return `${path} is not an absolute path without detours`;
    }
  }
  if (KEPT.includes(to) || ['/proc/', '/sys/', '/dev/'].some((each) => to.startsWith(each))) {
    return `nothing can be shared as ${to}: it is the boundary's own`;
  }
  const stat = lstatSync(from, { throwIfNoEntry: false });
  return stat === undefined ? `${from} is to be shared and is not there` : null;
}

/** Who can write the way in, or what it is made from, comes out by it. */
function openState(folder: string, shares: readonly Share[]): string | null {
  if (!isAbsolute(folder)) return `${folder} is not an absolute path`;
  const real = statSync(folder, { throwIfNoEntry: false }) ? realpathSync(folder) : folder;
  const open = shares.find(({ from, write }) => write && liesIn(realpathSync(from), real));
  return open === undefined
    ? null
    : `${open.from} is to be shared for writing, and the boundary's own files lie in it`;
}

function wrongEndpoint({ network }: Profile): string | null {
  if (network.mode !== 'allow') return null;
  const six = network.endpoints.find(({ host }) => isIP(host) === 6);
  if (six !== undefined) return `${six.host} cannot be reached: inside there is IPv4 alone`;
  const wrong = network.endpoints.find((each) => !isEndpoint(each));
  return wrong === undefined ? null : `${wrong.host}:${wrong.port} is no host and port`;
}

const isEndpoint = ({ host, port }: Endpoint): boolean =>
  /^[a-z0-9_.:*-]{1,253}$/iu.test(host) &&
  (port === null || (Number.isInteger(port) && port > 0 && port < 65_536));

/**
 * Host paths that somebody inside can have made a link of, and that the next start goes by: what lies in a share for
 * writing, and is shared once more or has something mounted on it. Given are all parts of such a path.
 */
export function writableParts(profile: Profile): readonly string[] {
  const all = [homeShare(profile), ...profile.shares];
  const open = all.filter(({ write }) => write);
  const parts = all.flatMap((each) =>
    open
      .filter((outer) => outer !== each)
      .flatMap((outer) => [
        ...partsBetween(outer.from, each.from),
        // Where it is mounted, as the host has that place.
        ...partsBetween(outer.to, each.to).map((part) => outer.from + part.slice(outer.to.length)),
      ]),
  );
  return [...new Set(parts)];
}

/** `/a/b` and `/a/b/c` between `/a` and `/a/b/c`; nothing where the one does not lie in the other. */
function partsBetween(outer: string, inner: string): readonly string[] {
  if (inner === outer || !liesIn(outer, inner)) return [];
  const names = relative(outer, inner).split('/');
  return names.map((_name, index) => [outer, ...names.slice(0, index + 1)].join('/'));
}
