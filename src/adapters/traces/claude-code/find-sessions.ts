import { basename } from 'node:path';
import { textAt } from '../../../domain/json-record.ts';
import type { FoundFile, FoundSession } from '../../../ports/traces.ts';
import { firstRecords } from '../lines.ts';
import { sessionOf } from '../reading.ts';

/** The kinds of file that a session has. */
export const MAIN_FILE = /\.jsonl(?:\.gz)?$/;
export const SUB_FILE = /\/subagents\/(?:.*\/)?agent-([^/]+)\.jsonl(?:\.gz)?$/;
export const META_FILE = /\/subagents\/(?:.*\/)?agent-([^/]+)\.meta\.json$/;
export const JOURNAL_FILE = /\/subagents\/workflows\/([^/]+)\/journal\.jsonl$/;
export const WORKFLOW_FILE = /\/workflows\/(wf_[^/]+)\.json$/;

/**
 * The sessions among some files. One session can have a main file in several projects' folders (its working folder
 * changed), and its sub-agents' files lie in a folder of its name: they are joined by the session's id.
 */
export async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const found = new Map<string, FoundFile[]>();
  const put = (id: string, file: FoundFile): void => {
    const had = found.get(id);
    if (had === undefined) found.set(id, [file]);
    else had.push(file);
  };
  for (const file of files) {
    const below = sessionAbove(file.path);
    if (below !== null) put(below, file);
    else if (MAIN_FILE.test(file.path)) {
      const id = await sessionIn(file.path);
      if (id !== null) put(id, file);
    }
  }
  return [...found]
    .filter(([, all]) => all.some(({ path }) => path.endsWith('.jsonl') || path.endsWith('.gz')))
    .map(([id, all]) => sessionOf('claude-code', id, all));
}

/** The session that a file below its folder is of; null: it is no such file. */
function sessionAbove(path: string): string | null {
  const isBelow =
    SUB_FILE.test(path) ||
    META_FILE.test(path) ||
    JOURNAL_FILE.test(path) ||
    WORKFLOW_FILE.test(path);
  if (!isBelow) return null;
  const folder = /^(.*?)\/(?:subagents|workflows)\//.exec(path)?.[1];
  return folder === undefined ? null : basename(folder);
}

/** Kinds of record by which a main file is known. */
const OWN = new Set(['user', 'assistant', 'queue-operation', 'summary', 'system', 'attachment']);

async function sessionIn(path: string): Promise<string | null> {
  for (const record of await firstRecords(path, 12)) {
    const id = textAt(record, 'sessionId');
    if (id !== null && OWN.has(textAt(record, 'type') ?? '') && !('event' in record)) return id;
  }
  return null;
}
