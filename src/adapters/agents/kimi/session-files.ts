import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { lineCutter } from '../../process/driver-output.ts';
import { parseRecord, textAt } from '../json-record.ts';

/** A session of the CLI, and the folder of its files. */
export interface SessionPlace {
  readonly id: string;
  readonly folder: string;
}

/** Follows a file that grows by lines, from an offset on. */
export interface FollowedFile {
  readonly path: string;
  /** Tells the lines that have come since; those whole, and after the writer's end the last one. */
  poll(last: boolean): void;
}

/** Where the CLI keeps its sessions. */
export function kimiHome(env: Readonly<Record<string, string | undefined>>): string {
  const own = env['KIMI_CODE_HOME'];
  return own === undefined || own === '' ? join(homedir(), '.kimi-code') : resolve(own);
}

/**
 * Finds the session that is begun in `cwd` from now on: the CLI names it in its index before it
 * does anything else, and on its output after all is done.
 */
export function awaitSession(
  home: string,
  cwd: string,
  found: (place: SessionPlace) => void,
): FollowedFile {
  let place: SessionPlace | null = null;
  const path = join(home, 'session_index.jsonl');
  return followFile(path, sizeOf(path), (line) => {
    const record = parseRecord(line);
    if (place !== null || record === null || textAt(record, 'workDir') !== cwd) return;
    const id = textAt(record, 'sessionId');
    const folder = textAt(record, 'sessionDir');
    if (id === null || folder === null) return;
    place = { id, folder };
    found(place);
  });
}

/** The records of a session's agents that are there by now: agents' names with their files. */
export function wiresOf(folder: string): readonly { agent: string; path: string }[] {
  const agents = join(folder, 'agents');
  return foldersIn(agents)
    .map((agent) => ({ agent, path: join(agents, agent, 'wire.jsonl') }))
    .filter(({ path }) => sizeOf(path) > 0);
}

/** A file followed from byte `offset` on; it need not be there yet. */
export function followFile(
  path: string,
  offset: number,
  onLine: (line: string) => void,
): FollowedFile {
  let at = offset;
  const lines = lineCutter(onLine);
  return {
    path,
    poll: (last) => {
      at += readFrom(path, at, (chunk) => lines.take(chunk));
      if (last) lines.end();
    },
  };
}

const CHUNK_BYTES = 256 * 1024;

/** Gives out what lies in the file from `start` on; how many bytes that was. */
function readFrom(path: string, start: number, take: (chunk: Uint8Array) => void): number {
  if (sizeOf(path) <= start) return 0;
  const file = openOrNull(path);
  if (file === null) return 0;
  try {
    let at = start;
    for (;;) {
      // A new buffer each time: whoever cuts lines may keep a part of it.
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, buffer, 0, buffer.length, at);
      if (length === 0) return at - start;
      at += length;
      take(buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
