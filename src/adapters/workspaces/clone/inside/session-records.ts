import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Dir } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SessionPlace } from '../../../../ports/agent.ts';
import { statOf } from '../../../git/small-file.ts';

/** What is looked for, and how much of it is taken. */
export interface RecordsWanted {
  /** Where `SessionPlace.under` lies. Absolute. */
  readonly roots: Readonly<Record<SessionPlace['under'], string>>;
  readonly places: readonly SessionPlace[];
  /** Names of files and folders that hold log-ins: never taken, wherever they lie. */
  readonly logIns: readonly string[];
  /** Most bytes, all together, and most files. */
  readonly bytes: number;
  readonly files: number;
}

/** A file below one of the roots. */
export interface RecordPath {
  readonly under: SessionPlace['under'];
  readonly path: string;
}

/** What came of it. Copies of what is kept lie below the target as `<under>/<path>`. */
export interface RecordsTaken {
  readonly kept: readonly RecordPath[];
  readonly left: readonly (RecordPath & { readonly why: string })[];
}

/** Names that are looked at for each file that may be kept, and files that are told of. */
const NAMES_A_FILE = 10;
const MOST_LEFT = 100;

/**
 * Copies an agent's records of its session. An agent wrote there what it liked: no link is followed,
 * nothing is opened that could hold us up, and of a file that grows the part is taken that was there.
 * Never throws.
 */
export const takeRecords = (wanted: RecordsWanted, target: string): RecordsTaken => {
  const taking: Taking = { wanted, target, kept: new Map(), left: new Map(), bytes: 0, names: 0 };
  for (const { under, path } of wanted.places)
    for (const found of entriesAt(taking, wanted.roots[under], '', path.split('/')))
      takeOne(taking, { under, path: found });
  const left = [...taking.left.values()].slice(0, MOST_LEFT);
  return { kept: [...taking.kept.values()], left: [...left, ...notSeen(taking)] };
};

interface Taking {
  readonly wanted: RecordsWanted;
  readonly target: string;
  readonly kept: Map<string, RecordPath>;
  readonly left: Map<string, RecordPath & { readonly why: string }>;
  bytes: number;
  names: number;
}

/** Whatever lies at a place, or below it, and is no folder; links on the way to it are not followed but told. */
function* entriesAt(
  taking: Taking,
  root: string,
  at: string,
  parts: readonly string[],
): Generator<string> {
  const stat = statOf(join(root, at));
  if (stat === null) return;
  if (!stat.isDirectory()) {
    if (parts.length === 0 || stat.isSymbolicLink()) yield at;
    return;
  }
  const [part, ...rest] = parts;
  const names = part === undefined || part.includes('*') ? namesIn(taking, join(root, at)) : [part];
  for (const name of names)
    if (part === undefined || fits(name, part))
      yield* entriesAt(taking, root, at === '' ? name : `${at}/${name}`, rest);
}

/** The names in a folder, in order, while there are not too many. */
const namesIn = (taking: Taking, folder: string): readonly string[] => {
  try {
    return readNames(taking, opendirSync(folder)).toSorted();
  } catch {
    // What cannot be read is not there.
    return [];
  }
};

const mostNames = ({ files }: RecordsWanted): number => files * NAMES_A_FILE;

/** One by one: nobody knows how many there are. */
const readNames = (taking: Taking, folder: Dir): readonly string[] => {
  const found: string[] = [];
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (taking.names >= mostNames(taking.wanted)) break;
      taking.names += 1;
      found.push(entry.name);
    }
    return found;
  } finally {
    folder.closeSync();
  }
};

const notSeen = ({ names, wanted }: Taking): RecordsTaken['left'] =>
  names < mostNames(wanted)
    ? []
    : [{ under: 'home', path: '', why: 'there are too many names to look at all of them' }];

/** Whether a name is what a part of a place says. */
const fits = (name: string, part: string): boolean => {
  const [start = '', ...ends] = part.split('*');
  if (ends.length === 0) return name === part;
  const last = ends.pop() ?? '';
  if (!name.startsWith(start) || !name.endsWith(last)) return false;
  let from = start.length;
  for (const piece of ends) {
    const found = name.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return from <= name.length - last.length;
};

const takeOne = (taking: Taking, record: RecordPath): void => {
  const { wanted, target, kept, left } = taking;
  const key = `${record.under}/${record.path}`;
  if (kept.has(key) || left.has(key)) return;
  const why = whyNot(taking, record.path);
  const done =
    why ??
    copy(join(wanted.roots[record.under], record.path), join(target, key), {
      most: wanted.bytes - taking.bytes,
      all: wanted.bytes,
    });
  if (typeof done === 'string') {
    left.set(key, { ...record, why: done });
    return;
  }
  kept.set(key, record);
  taking.bytes += done;
};

const whyNot = ({ kept, wanted }: Taking, path: string): string | null => {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]/u.test(path)) return 'its name cannot be written down';
  if (path.split('/').some((name) => wanted.logIns.includes(name))) return 'it holds a log-in';
  return kept.size >= wanted.files ? 'there are too many files' : null;
};

const CHUNK = 1024 * 1024;

/** The number of bytes that were copied, or why none were. */
const copy = (
  from: string,
  to: string,
  room: { readonly most: number; readonly all: number },
): number | string => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  if (statOf(from)?.isFile() !== true) return 'it is a link, a pipe, a socket or a device';
  try {
    const file = openSync(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return 'it is no file';
      if (stat.nlink > 1) return 'it has a second name, and may be something else';
      if (stat.size > room.most)
        return `there is no room for its ${megabytes(stat.size)}: ${megabytes(room.all)} are kept of an attempt`;
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      return copyBytes(file, to, stat.size);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return `${basename(from)} cannot be read (${code})`;
  }
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const copyBytes = (file: number, to: string, size: number): number => {
  const out = openSync(to, 'wx', 0o600);
  let done = 0;
  try {
    const chunk = Buffer.alloc(Math.max(1, Math.min(CHUNK, size)));
    while (done < size) {
      const read = readSync(file, chunk, 0, Math.min(chunk.length, size - done), done);
      if (read === 0) break;
      let written = 0;
      while (written < read) written += writeSync(out, chunk, written, read - written);
      done += read;
    }
    return done;
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(out);
  }
};
