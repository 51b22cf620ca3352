import { isAscii } from 'node:buffer';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { NoteBook } from '../../domain/trace/build/notes.ts';
import { isRecord, parseRecord, type JsonRecord } from '../../domain/json-record.ts';

/** The longest line that is kept, in bytes: agents put whole files and pictures into one record. */
export const LONGEST_LINE = 32 * 1024 * 1024;

/** A piece of this size and its text stay in the processor's near memory, and most lines lie within one. */
const CHUNK = 112 * 1024;

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
  /** Takes a line by its bytes, before it is parsed; false: it is to be parsed. */
  readonly glance?: (line: RawLine, number: number) => boolean;
  readonly longest?: number;
}

/**
 * A line where it lies, without its end: `text` from `from` to before `to`, in which each character stands for a byte. A part
 * of the text holds on to all of it, so what outlives the line is to be copied.
 */
export interface RawLine {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  /** Whether all bytes are ASCII: then `text` is what they say. */
  readonly ascii: boolean;
}

/** What a line says, or a part of it. */
export const saysOf = (
  { text, bytes, ascii, from, to }: RawLine,
  start: number = from,
  end: number = to,
): string => (ascii ? text.slice(start, end) : bytes.toString('utf8', start, end));

/**
 * Reads a file of JSON records, one a line, in constant memory; a packed file (gzip) by what is in it. A last line
 * without an end is taken where it is whole (a session that is being written), else counted as torn. What is wrong
 * with the file is noted; nothing is thrown.
 */
export async function readRecords(
  path: string,
  { notes, skip, glance, longest = LONGEST_LINE }: LineOptions,
  take: (record: JsonRecord, line: number) => void,
): Promise<LinesRead> {
  let number = 0;
  let bytes = 0;
  const lines = makeLines(longest, (raw, last) => {
    number += 1;
    if (raw === null) notes.count('longLines');
    else if (last || glance?.(raw, number) !== true) {
      const line = saysOf(raw);
      if (skip?.(line) === true) return;
      const record = parseRecord(line);
      if (record !== null) take(record, number);
      else if (line.trim() !== '') notes.count(last ? 'tornLines' : 'unreadableLines');
    }
  });
  try {
    bytes = await readChunks(path, CHUNK, (chunk) => {
      lines.push(chunk);
      return true;
    });
  } catch (error) {
    notes.unreadable(path, reasonOf(error));
  }
  lines.end();
  return { lines: number, bytes };
}

/**
 * Reads a file, packed or not, piece by piece, until `take` says that it is enough; a piece holds what it says only until the
 * next one. How many bytes were read. It reads at once and not beside other work: a file's next piece is mostly in memory,
 * and to hand it over from another thread costs more than to read it.
 */
async function readChunks(
  path: string,
  size: number,
  take: (chunk: Buffer) => boolean,
): Promise<number> {
  const file = openSync(path, 'r');
  const chunk = freeChunks.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
  let bytes = 0;
  try {
    for (;;) {
      const length = readSync(file, chunk, 0, size, bytes);
      if (length === 0) return bytes;
      if (bytes === 0 && isPackedStart(chunk, length)) return await readPacked(path, size, take);
      bytes += length;
      if (!take(chunk.subarray(0, length))) return bytes;
    }
  } finally {
    closeSync(file);
    freeChunks.set(size, [chunk]);
  }
}

/** Pieces that nobody reads into: one for each file would keep the memory's tidying busy. */
const freeChunks = new Map<number, Buffer[]>();

async function readPacked(
  path: string,
  size: number,
  take: (chunk: Buffer) => boolean,
): Promise<number> {
  let bytes = 0;
  const packed = createReadStream(path, { highWaterMark: size });
  packed.on('data', (part) => (bytes += part.length));
  // A failure of either ends the loop below.
  for await (const part of pipeline(packed, createGunzip(), () => undefined))
    if (!take(part as Buffer)) break;
  return bytes;
}

/** The first records of a file, to see whose it is: at most `most` lines of its first bytes. */
export async function firstRecords(path: string, most: number): Promise<readonly JsonRecord[]> {
  const found: JsonRecord[] = [];
  const lines = makeLines(HEAD, (line) => {
    const record = line === null || found.length >= most ? null : parseRecord(saysOf(line));
    if (record !== null) found.push(record);
  });
  try {
    let held = 0;
    await readChunks(path, SNIFF, (chunk) => {
      lines.push(chunk);
      held += chunk.length;
      return found.length < most && held <= HEAD;
    });
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
    await readChunks(path, most, (chunk) => {
      parts.push(Buffer.from(chunk));
      held += chunk.length;
      return held < most;
    });
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
    await readChunks(path, CHUNK, (chunk) => {
      held += chunk.length;
      parts.push(Buffer.from(chunk));
      return held <= most;
    });
    if (held > most) {
      notes?.unreadable(path, `it is larger than ${most} bytes`);
      return null;
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
const isPackedStart = (start: Buffer, length: number): boolean =>
  length >= 2 && start[0] === 0x1f && start[1] === 0x8b;

interface Lines {
  push(chunk: Buffer): void;
  /** What is left is the last line, and has no end. */
  end(): void;
}

/** Splits bytes into lines; null stands for one that was too long to keep. */
function makeLines(longest: number, tell: (line: RawLine | null, last: boolean) => void): Lines {
  let parts: Buffer[] = [];
  let held = 0;
  const finish = (last: boolean): void => {
    const whole = held > longest ? null : Buffer.concat(parts);
    parts = [];
    held = 0;
    tell(whole === null ? null : { ...textOf(whole), from: 0, to: whole.length }, last);
  };
  const keep = (part: Buffer): void => {
    held += part.length;
    if (held > longest) parts = [];
    // The piece that it lies in is written over by the next one.
    else if (part.length > 0) parts.push(Buffer.from(part));
  };
  return {
    push(chunk) {
      const { text, bytes, ascii } = textOf(chunk);
      let from = 0;
      for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
        // Most lines lie within one chunk: they need no copy.
        if (held === 0 && to - from <= longest) tell({ text, from, to, bytes, ascii }, false);
        else {
          keep(chunk.subarray(from, to));
          finish(false);
        }
        from = to + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end() {
      if (held > 0) finish(true);
    },
  };
}

/** Bytes with their text, a character for each. */
const textOf = (bytes: Buffer): Pick<RawLine, 'text' | 'bytes' | 'ascii'> => ({
  text: bytes.toString('latin1'),
  bytes,
  ascii: isAscii(bytes),
});
