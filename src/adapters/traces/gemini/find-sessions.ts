import { basename, dirname } from 'node:path';
import { textAt } from '../../../domain/json-record.ts';
import type { FoundFile, FoundSession } from '../../../ports/traces.ts';
import { firstRecords, readDocument } from '../lines.ts';
import { sessionOf } from '../reading.ts';

/** A main file: `session-<time>-<id>.jsonl`; older versions wrote one JSON document. */
export const MAIN_FILE = /\/session-[^/]+\.(?:jsonl(?:\.gz)?|json)$/;
/** A sub-agent's file lies in a folder that has the session's id as its name. */
export const SUB_FILE = /\/chats\/([^/]+)\/([^/]+)\.jsonl(?:\.gz)?$/;

/** The sessions among some files. */
export async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const subs = new Map<string, FoundFile[]>();
  for (const file of files)
    if (SUB_FILE.test(file.path)) {
      const folder = dirname(file.path);
      subs.set(folder, [...(subs.get(folder) ?? []), file]);
    }
  const found = new Map<string, FoundFile[]>();
  for (const file of files) {
    if (!MAIN_FILE.test(file.path)) continue;
    const id = await idIn(file.path);
    if (id === null) continue;
    const below = subs.get(`${dirname(file.path)}/${id}`) ?? [];
    subs.delete(`${dirname(file.path)}/${id}`);
    found.set(id, [...(found.get(id) ?? []), file, ...below]);
  }
  // Sub-agents whose main file is not there are a session of their own, without a root.
  for (const [folder, all] of subs) found.set(basename(folder), all);
  return [...found].map(([id, all]) => sessionOf('gemini', id, all));
}

async function idIn(path: string): Promise<string | null> {
  const record = path.endsWith('.json')
    ? await readDocument(path, null)
    : (await firstRecords(path, 1))[0];
  if (record === undefined || record === null) return null;
  const isOwn = 'projectHash' in record || textAt(record, 'kind') === 'main';
  return isOwn ? textAt(record, 'sessionId') : null;
}
