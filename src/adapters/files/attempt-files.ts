import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { AttemptFiles } from '../../ports/attempt-files.ts';
import { followOutput, measureOutput } from './follow-output.ts';

/** The attempts' folders below the state folder (absolute). */
export const attemptFiles = (stateDir: string): AttemptFiles => {
  const folderOf = (attempt: AttemptId): string => join(stateDir, 'attempts', attempt);
  return {
    folder: async (attempt, inside = '') => {
      const folder = join(folderOf(attempt), inside);
      makeFolder(folder);
      return folder;
    },
    write: (attempt, name, content) => writeAtomically(join(folderOf(attempt), name), content),
    read: async (attempt, name) => readOrNull(join(folderOf(attempt), name)),
    takeIn: async (attempt, source, name) => {
      const text = readStrange(source);
      if (text === null) return;
      await writeAtomically(join(folderOf(attempt), name), text);
      rmSync(source, { force: true });
    },
    follow: (attempt, decoder) => {
      const path = join(folderOf(attempt), 'output.log');
      return decoder === null ? measureOutput(path) : followOutput(path, decoder);
    },
    saveReceipt: async (receipt) => {
      const text = canonicalJson(receipt);
      await writeAtomically(join(folderOf(receipt.attempt), 'receipt.json'), `${text}\n`);
      return createHash('sha256').update(text).digest('hex');
    },
  };
};

/** Nearly always it is there, and to ask costs less than to try. */
const makeFolder = (folder: string): void => {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
};

/** A reader sees the old content or the new one, never half of it. */
const writeAtomically = async (path: string, content: string): Promise<string> => {
  makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, content);
    // The only step that waits for the disk; the way through the thread pool costs more than the others.
    await toDisk(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  return path;
};

const toDisk = promisify(fsync);

/** A hand-off is a few kilobytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** An agent wrote it: a link may lead to what the agent cannot read itself, and a pipe never ends. */
const readStrange = (path: string): string | null => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(file, 'utf8') : null;
  } finally {
    closeSync(file);
  }
};

const readOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
