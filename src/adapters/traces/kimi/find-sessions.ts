import { basename } from 'node:path';
import type { FoundFile, FoundSession } from '../../../ports/traces.ts';
import { sessionOf } from '../reading.ts';

export const WIRE_FILE = /^(.*)\/agents\/([^/]+)\/wire\.jsonl(?:\.gz)?$/;
export const STATE_FILE = /^(.*)\/state\.json$/;
export const TASK_FILE = /^(.*)\/agents\/[^/]+\/tasks\/[^/]+\.json$/;
/** Where versions before 2 told what a session's agents did beside their own work. */
const EVENTS_FILE = /\/server\/events\/([^/]+)\.jsonl$/;

/** The sessions among some files: a folder each, with one file of records for each of its agents. */
export async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const byFolder = new Map<string, FoundFile[]>();
  for (const file of files) {
    const folder = WIRE_FILE.exec(file.path)?.[1];
    if (folder !== undefined) byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  for (const file of files) {
    const folder = (STATE_FILE.exec(file.path) ?? TASK_FILE.exec(file.path))?.[1];
    if (folder !== undefined) byFolder.get(folder)?.push(file);
    const session = EVENTS_FILE.exec(file.path)?.[1];
    if (session === undefined) continue;
    for (const [each, all] of byFolder) if (basename(each) === session) all.push(file);
  }
  return [...byFolder].map(([folder, all]) => sessionOf('kimi', basename(folder), all));
}
