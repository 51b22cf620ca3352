import { lstatSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * git compares time stamps by whole seconds, and looks into a file whose stamp is not older than its
 * index. A check that changes a file in the second it was written, sets its time back and the index's
 * ahead would go unseen. So fanin remembers how it left an index, and trusts no other; a new engine
 * trusts none.
 */
export interface IndexTrust {
  /** Remembers the index of this git folder as it is. */
  note(gitDir: string): void;
  /** Makes git look into every file where the index is another; nothing is written that is as it was. */
  distrustTouched(gitDir: string): void;
}

/** Trusts none yet. */
export const indexTrust = (): IndexTrust => {
  const known = new Map<string, string | null>();
  return {
    note: (gitDir) => void known.set(gitDir, stampOf(gitDir)),
    distrustTouched: (gitDir) => {
      const stamp = stampOf(gitDir);
      if (stamp === null || known.get(gitDir) === stamp) return;
      utimesSync(indexIn(gitDir), LONG_AGO, LONG_AGO);
    },
  };
};

/** In seconds since the epoch: older than any file, and not 0, by which git means that there is no index. */
const LONG_AGO = 1;

const indexIn = (gitDir: string): string => join(gitDir, 'index');

const stampOf = (gitDir: string): string | null => {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(indexIn(gitDir), { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return null;
  }
};
