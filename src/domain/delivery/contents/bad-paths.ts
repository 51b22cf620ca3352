import type { Finding } from '../../attempt/attempt.ts';
import type { DeliveredEntry } from './delivered-tree.ts';
import { blocking, shown } from './tell.ts';

/** Paths that are not what they look like, or that lead elsewhere than into the tree. */
export const badPathFindings = (entries: readonly DeliveredEntry[]): readonly Finding[] =>
  entries.filter(({ isNew }) => isNew).flatMap(({ path }) => badPath(path));

const badPath = (path: string): readonly Finding[] => {
  const parts = path.split('/');
  if (path.startsWith('/') || parts.some((part) => ['', '.', '..'].includes(part)))
    return [blocking('path-leaves-tree', path, `${shown(path)} leads out of the tree it is in.`)];
  // A backslash parts folders on Windows.
  if (path.split(/[/\\]/).some(passesForGit))
    return [
      blocking(
        'path-git-disguise',
        path,
        `${shown(path)} passes for git's own folder on some file systems: git would take its configuration from it.`,
      ),
    ];
  if (UNSEEN.test(path))
    return [
      blocking(
        'path-unseen-characters',
        path,
        `${shown(path)} has characters in it that nobody sees, or that make a screen show something else.`,
      ),
    ];
  return [];
};

/** Control characters, and those that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

/** Whether a name is `.git` to git, HFS+ or NTFS, however it is written. */
export const passesForGit = (name: string): boolean => {
  // What HFS+ leaves out, as git's own list has it.
  const seen = name.replaceAll(
    /[\u{200c}-\u{200f}\u{202a}-\u{202e}\u{206a}-\u{206f}\u{feff}]/gu,
    '',
  );
  // NTFS: streams, and dots and spaces at the end.
  const plain = (seen.split(':')[0] ?? '').replace(/[. ]+$/, '').toLowerCase();
  return plain === '.git' || /^git~\d+$/.test(plain);
};
