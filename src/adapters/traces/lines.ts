import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { NoteBook } from '../../domain/trace/build/notes.ts';
import { isRecord, parseRecord, type JsonRecord } from '../../domain/json-record.ts';

/** The longest line that is kept, in bytes: agents put whole files and pictures into one record. */
export const LONGEST_LINE = 32 * 1024 * 1024;

const CHUNK = 1024 * 1024;
const NEWLINE = 10;

/** What a file of lines came to. */
export interface LinesRead {
  readonly lines: number;
  /** Bytes as they lie on the disk. */
  readonly bytes: number;
}

/** How lines are read. */
export interface LineOptions {
  readonly notes: NoteBook;
  /** Lines that need not be parsed, by their text; they still count as lines. */
  readonly skip?: (line: string) => boolean;
  readonly longest?: number;
}

/**
 * Reads a file of JSON records, one a line, in constant memory; a packed file (gzip) by what is in it. A last line
 * without an end is taken where it is whole (a session that is being written), else counted as torn. What is wrong
 * with the file is noted; nothing is thrown.
 */
export async function readRecords(
  path: string,
  { notes, skip, longest = LONGEST_LINE }: LineOptions,
  take: (record: JsonRecord, line: number) => void,
): Promise<LinesRead> {
  let number = 0;
  let bytes = 0;
  const lines = makeLines(longest, (line, last) => {
    number += 1;
    if (line === null) notes.count('longLines');
    else if (line.trim() !== '' && skip?.(line) !== true) {
      const record = parseRecord(line);
      if (record !== null) take(record, number);
      else notes.count(last ? 'tornLines' : 'unreadableLines');
    }
  });
  try {
    const packed = await isPacked(path);
    const file = createReadStream(path, { highWaterMark: CHUNK });
    file.on('data', (chunk) => (bytes += chunk.length));
    // A failure of either ends the loop below.
    const stream = packed ? pipeline(file, createGunzip(), () => undefined) : file;
    for await (const chunk of stream) lines.push(chunk as Buffer);
  } catch (error) {
    notes.unreadable(path, reasonOf(error));
  }
  lines.end();
  return { lines: number, bytes };
}

/** The first records of a file, to see whose it is: at most `most` lines of its first bytes. */
export async function firstRecords(path: string, most: number): Promise<readonly JsonRecord[]> {
  const found: JsonRecord[] = [];
  const lines = makeLines(HEAD, (line) => {
    const record = line === null || found.length >= most ? null : parseRecord(line);
    if (record !== null) found.push(record);
  });
  try {
    const packed = await isPacked(path);
    const file = createReadStream(path, {
      highWaterMark: SNIFF,
      end: HEAD,
    });
    const stream = packed ? pipeline(file, createGunzip(), () => undefined) : file;
    for await (const chunk of stream) {
      lines.push(chunk as Buffer);
      if (found.length >= most) break;
    }
    lines.end();
  } catch {
    // What cannot be read is no one's; a packed file that is cut off here told enough before.
  }
  return found;
}

/** The first bytes of a file hold its first record, however much of a system prompt is in that. */
const HEAD = 2 * 1024 * 1024;
/** There may be thousands of files, and most first records are short. */
const SNIFF = 32 * 1024;

/** The first bytes of a file as text, to see whose it is before it is read whole. */
export async function startOfFile(path: string, most = 4_096): Promise<string> {
  const parts: Buffer[] = [];
  let held = 0;
  try {
    const packed = await isPacked(path);
    const file = createReadStream(path, { highWaterMark: most });
    const stream = packed ? pipeline(file, createGunzip(), () => undefined) : file;
    for await (const chunk of stream) {
      parts.push(chunk as Buffer);
      held += (chunk as Buffer).length;
      if (held >= most) break;
    }
  } catch {
    // What cannot be read is no one's.
  }
  return Buffer.concat(parts).toString('utf8', 0, most);
}

/** A whole file as one JSON object; null where it is none, or larger than `most` bytes. */
export async function readDocument(
  path: string,
  notes: NoteBook | null,
  most: number = LONGEST_DOCUMENT,
): Promise<JsonRecord | null> {
  const parts: Buffer[] = [];
  let held = 0;
  try {
    const packed = await isPacked(path);
    const file = createReadStream(path, { highWaterMark: CHUNK });
    const stream = packed ? pipeline(file, createGunzip(), () => undefined) : file;
    for await (const chunk of stream) {
      held += (chunk as Buffer).length;
      if (held > most) {
        notes?.unreadable(path, `it is larger than ${most} bytes`);
        return null;
      }
      parts.push(chunk as Buffer);
    }
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return isRecord(value) ? value : null;
  } catch (error) {
    notes?.unreadable(path, reasonOf(error));
    return null;
  }
}

/** A document is read whole, so it has a limit; lines have none. */
const LONGEST_DOCUMENT = 64 * 1024 * 1024;

/** Why a file could not be read, in a few words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'ELOOP') return 'its links lead in a circle';
  if (error instanceof SyntaxError) return 'it is no JSON';
  return error instanceof Error ? error.message : String(error);
}

/** By its first bytes, whatever it is called. */
async function isPacked(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(2);
    const { bytesRead } = await file.read(start, 0, 2, 0);
    return bytesRead === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    await file.close();
  }
}

interface Lines {
  push(chunk: Buffer): void;
  /** What is left is the last line, and has no end. */
  end(): void;
}

/** Splits bytes into lines; null stands for one that was too long to keep. */
function makeLines(longest: number, tell: (line: string | null, last: boolean) => void): Lines {
  let parts: Buffer[] = [];
  let held = 0;
  const finish = (last: boolean): void => {
    const line = held > longest ? null : Buffer.concat(parts).toString('utf8');
    parts = [];
    held = 0;
    tell(line, last);
  };
  const keep = (part: Buffer): void => {
    held += part.length;
    if (held > longest) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        // Most lines lie within one chunk: they need no copy.
        if (held === 0 && at - from <= longest) tell(chunk.toString('utf8', from, at), false);
        else {
          keep(chunk.subarray(from, at));
          finish(false);
        }
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end() {
      if (held > 0) finish(true);
    },
  };
}
