import {
  closeSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file under a name by which an importer knows it. */
export interface Spooled {
  readonly folder: string;
  readonly file: string;
  remove(): void;
}

/** Standard input as a file: it is read more than once, and may be larger than the memory. */
export async function spool(): Promise<Spooled> {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-trace-'));
  const raw = join(folder, 'stdin.raw');
  await pipeline(process.stdin, createWriteStream(raw));
  const file = join(folder, nameFor(raw));
  mkdirSync(dirname(file), { recursive: true });
  renameSync(raw, file);
  return spooled(folder, file);
}

/** A file of whatever name, by a link whose name its importer knows. */
export function recognise(path: string): Spooled {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-trace-'));
  const file = join(folder, nameFor(path));
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(path, file);
  return spooled(folder, file);
}

const spooled = (folder: string, file: string): Spooled => ({
  folder,
  file,
  remove: () => rmSync(folder, { recursive: true, force: true }),
});

/** The name that the agent would have given it, by its first bytes. */
function nameFor(path: string): string {
  const start = firstBytes(path);
  // A packed file is looked at by those who can unpack it.
  if (start[0] === 0x1f && start[1] === 0x8b) return 'session.jsonl.gz';
  if (start.toString('latin1', 0, 15) === 'SQLite format 3') return 'opencode.db';
  const text = start.toString('utf8');
  if (/^\s*\{"type":"metadata","protocol_version"/.test(text))
    return join('session_unnamed', 'agents', 'main', 'wire.jsonl');
  if (/^\s*\{"sessionId":"[^"]*","projectHash"/.test(text))
    return join('chats', 'session-unnamed.jsonl');
  if (/"schema_version"\s*:\s*"ATIF-v/.test(text) || /^\s*\{\s*"info"\s*:/.test(text))
    return 'session.json';
  return 'session.jsonl';
}

function firstBytes(path: string): Buffer {
  const start = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  try {
    return start.subarray(0, readSync(file, start, 0, start.length, 0));
  } finally {
    closeSync(file);
  }
}
