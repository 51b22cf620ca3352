import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSmall } from '../git/small-file.ts';

/** Files that a workspace leaves in its attempt's state folder. */
export type RecordName =
  | 'preparing.json'
  | 'prepared.json'
  | 'brought-in.json'
  | 'removing.json'
  | 'setup.json'
  | 'owner.json'
  | 'sessions.json';

/** Writes a record, all of it or nothing of it; it is on the disk when the promise settles. */
export const writeRecord = async (
  folder: string,
  name: RecordName,
  value: unknown,
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const open = openSync(`${file}.new`, 'w');
  try {
    writeFileSync(open, textOf(value));
    // The only step that waits for the disk; the way through the thread pool costs more than the others.
    await toDisk(open);
  } finally {
    closeSync(open);
  }
  renameSync(`${file}.new`, file);
};

const toDisk = promisify(fsync);

/** Writes a record that is worth nothing after a crash of the host. */
export const noteRecord = (folder: string, name: RecordName, value: unknown): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), textOf(value));
};

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Reads a record; null when it is not there, or is not one that `read` takes. */
export const readRecord = <T>(
  folder: string,
  name: RecordName,
  read: (value: unknown) => T | null,
): T | null => {
  const text = readSmall(join(folder, name));
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
};

/** Whether there is such a record, whatever it says. */
export const hasRecord = (folder: string, name: RecordName): boolean =>
  readRecord(folder, name, (value) => (isObject(value) ? value : null)) !== null;

/** True for a JSON object; its values are still unknown. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
