import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FoundFile } from '../../ports/traces.ts';
import type { UnreadableFile } from '../../domain/trace/trace.ts';
import { reasonOf } from './lines.ts';

/** What a look below a place came to. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly unreadable: readonly UnreadableFile[];
}

const MOST_DEPTH = 14;
const MOST_FILES = 500_000;
/** Files that can hold sessions, also packed. */
const WANTED = /\.(?:jsonl|json|db|ndjson)(?:\.gz)?$/;
/** Folders of other things, which can be large. */
const PASSED_BY = new Set(['node_modules', '.git']);

/**
 * The files below some folders. Links are followed, and each folder is looked into once, so links in a circle end.
 * A place that is not there has no files.
 */
export async function findFiles(places: readonly string[]): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const unreadable: UnreadableFile[] = [];
  const seen = new Set<string>();

  const look = async (path: string, depth: number): Promise<void> => {
    if (files.size >= MOST_FILES || depth > MOST_DEPTH) return;
    try {
      const info = await stat(path);
      if (info.isDirectory()) return await lookInto(path, depth);
      if (!info.isFile() || (depth > 0 && !WANTED.test(path))) return;
      const real = await realpath(path);
      if (!files.has(real))
        files.set(real, { path, bytes: info.size, modifiedAt: Math.round(info.mtimeMs) });
    } catch (error) {
      // A place that no agent has made, or a link that leads nowhere, is nothing to tell of.
      if (!isMissing(error)) unreadable.push({ path, reason: reasonOf(error) });
    }
  };

  const lookInto = async (folder: string, depth: number): Promise<void> => {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    const names = await readdir(folder);
    for (const name of names.toSorted())
      if (!PASSED_BY.has(name)) await look(join(folder, name), depth + 1);
  };

  for (const place of places) await look(resolve(place), 0);
  return { files: [...files.values()], unreadable };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * The place to look in for all of a session of which one file is given: the file, what lies beside it, and the folder
 * of the same name (Claude Code's sub-agents); of Kimi Code's, the session's folder; of Gemini's sub-agents, its chats.
 */
export async function placesAround(file: string): Promise<readonly string[]> {
  const path = resolve(file);
  const kimi = /^(.*)\/agents\/[^/]+\/wire\.jsonl(?:\.gz)?$/.exec(path)?.[1];
  if (kimi !== undefined) return [kimi];
  const claude = /^(.*\/[^/]+)\/subagents\/.*$/.exec(path)?.[1];
  if (claude !== undefined) return [claude, `${claude}.jsonl`, `${claude}.jsonl.gz`];
  const folder = path.replace(/\.(?:jsonl|json)(?:\.gz)?$/, '');
  const beside = await siblings(path);
  return [path, ...(folder === path ? [] : [folder]), ...beside];
}

/** Other files of the same folder, and folders of sub-agents' chats. */
async function siblings(path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  try {
    const names = (await readdir(folder)).slice(0, 5_000);
    const kept: string[] = [];
    for (const name of names) {
      const each = join(folder, name);
      const info = await lstat(each);
      if (info.isFile() ? WANTED.test(name) : folder.endsWith('/chats')) kept.push(each);
    }
    return kept;
  } catch {
    return [];
  }
}
