import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { sizeOf, tailGrowth, type FileTail } from '../file-tail.ts';
import { parseRecord, textAt } from '../../../domain/json-record.ts';

/** A session of the CLI, and the folder of its files. */
export interface SessionPlace {
  readonly id: string;
  readonly folder: string;
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
): FileTail {
  let place: SessionPlace | null = null;
  const path = join(home, 'session_index.jsonl');
  return tailGrowth(path, sizeOf(path), (line) => {
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

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
