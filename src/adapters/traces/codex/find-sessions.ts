import { recordAt, textAt } from '../../../domain/json-record.ts';
import type { FoundFile, FoundSession } from '../../../ports/traces.ts';
import { firstRecords } from '../lines.ts';
import { sessionOf } from '../reading.ts';

interface Thread {
  readonly id: string;
  readonly session: string | null;
  readonly parent: string | null;
  readonly file: FoundFile;
}

/** The sessions among some files: one file a thread, joined by what their first records say of their parents. */
export async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const threads = new Map<string, Thread>();
  for (const file of files) {
    const thread = /\.jsonl(?:\.gz)?$/.test(file.path) ? await threadIn(file) : null;
    // The same thread can lie in an archive as well: one copy of it counts, the longer one.
    const had = thread === null ? undefined : threads.get(thread.id);
    if (thread !== null && (had === undefined || had.file.bytes < file.bytes))
      threads.set(thread.id, thread);
  }
  const bySession = Map.groupBy(threads.values(), (thread) => rootOf(thread, threads));
  return [...bySession].map(([id, all]) =>
    sessionOf(
      'codex',
      id,
      all.map(({ file }) => file),
    ),
  );
}

async function threadIn(file: FoundFile): Promise<Thread | null> {
  const [first] = await firstRecords(file.path, 1);
  if (first === undefined || textAt(first, 'type') !== 'session_meta') return null;
  const meta = recordAt(first, 'payload');
  const id = textAt(meta, 'id');
  if (id === null) return null;
  const spawn = recordAt(recordAt(recordAt(meta, 'source'), 'subagent'), 'thread_spawn');
  return {
    id,
    session: textAt(meta, 'session_id'),
    parent: textAt(meta, 'parent_thread_id') ?? textAt(spawn, 'parent_thread_id'),
    file,
  };
}

/** Newer versions name the session; in older ones the parents lead to it, as far as their files are there. */
function rootOf(thread: Thread, threads: ReadonlyMap<string, Thread>): string {
  if (thread.session !== null) return thread.session;
  let at = thread;
  const seen = new Set<string>([at.id]);
  while (at.parent !== null && !seen.has(at.parent)) {
    seen.add(at.parent);
    const above = threads.get(at.parent);
    if (above === undefined) return at.parent;
    at = above;
  }
  return at.id;
}
