import { lstatSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, noteRecord, readRecord } from './records.ts';

/**
 * git compares time stamps by whole seconds, and looks into a file whose stamp is not older than its
 * index. A check that changes a file in the second it was written, sets its time back and the index's
 * ahead would go unseen. So fanin remembers the index as it left it (below `notes`), and trusts no other.
 */
export const noteIndex = (gitDir: string, notes: string): void => {
  noteRecord(notes, 'index.json', { stamp: stampOf(gitDir) });
};

/** Makes git look into every file where the index is not as fanin left it; nothing is written anew that is as it was. */
export const distrustTouchedIndex = (gitDir: string, notes: string): void => {
  const stamp = stampOf(gitDir);
  const noted = readRecord(notes, 'index.json', (value) => (isObject(value) ? value : null));
  if (stamp === null || noted?.['stamp'] === stamp) return;
  utimesSync(indexIn(gitDir), LONG_AGO, LONG_AGO);
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
