import { join } from 'node:path';
import { recordAt, textAt } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { ForeignDatabases } from '../../../ports/foreign-databases.ts';
import type { FoundFile, FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { readDocument, startOfFile } from '../lines.ts';
import { sha256 } from '../reading.ts';
import { takeMessage, tokensOf } from './messages.ts';
import type { AgentState, SessionState } from './state.ts';
import { databaseSource, documentSource, type SessionSource } from './sources.ts';
import type { SessionRow } from './rows.ts';

/** Sessions of opencode: those of its database, and exported ones. */
export const opencodeTraces = (parse: Parse, databases: ForeignDatabases): TraceImporter => ({
  source: 'opencode',
  places: ({ home, env }) => [
    join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode'),
  ],
  sessions: (files) => findSessions(files, databases),
  read: (session) => readSession(session, parse, databases),
});

const DATABASE = /\/opencode[^/]*\.db$/;

async function findSessions(
  files: readonly FoundFile[],
  databases: ForeignDatabases,
): Promise<readonly FoundSession[]> {
  const found: FoundSession[] = [];
  const exported: { readonly row: SessionRow; readonly file: FoundFile }[] = [];
  for (const file of files) {
    if (DATABASE.test(file.path)) found.push(...sessionsIn(file, databases));
    else if (file.path.endsWith('.json')) {
      const row = await exportedIn(file);
      if (row !== null) exported.push({ row, file });
    }
  }
  const ids = new Map(exported.map(({ row }) => [row.id, row]));
  const groups = Map.groupBy(exported, ({ row }) => rootOf(row, ids));
  for (const [id, all] of groups)
    found.push({
      source: 'opencode',
      id,
      files: all.map(({ file }) => file),
      modifiedAt: Math.max(...all.map(({ row, file }) => row.updated ?? file.modifiedAt)),
      bytes: all.reduce((sum, { file }) => sum + file.bytes, 0),
    });
  return found;
}

function sessionsIn(file: FoundFile, databases: ForeignDatabases): readonly FoundSession[] {
  const source = databaseSource(file.path, databases);
  if (source === null) return [];
  const rows = [...source.sessions()];
  source.close();
  const ids = new Map(rows.map((row) => [row.id, row]));
  const groups = Map.groupBy(rows, (row) => rootOf(row, ids));
  return [...groups].map(([id, all]) => ({
    source: 'opencode',
    id,
    files: [file],
    modifiedAt: Math.max(0, ...all.map(({ updated }) => updated ?? 0)),
    // All sessions share the file: how much of it is of this one is not known.
    bytes: Math.round(file.bytes / Math.max(1, groups.size)),
  }));
}

/** Its beginning says whether a document is an exported session; the whole may be large. */
async function exportedIn(file: FoundFile): Promise<SessionRow | null> {
  if (!/^\s*\{\s*"info"\s*:\s*\{[\s\S]*"ses_/.test(await startOfFile(file.path))) return null;
  const document = await readDocument(file.path, null);
  if (document === null || !(textAt(recordAt(document, 'info'), 'id') ?? '').startsWith('ses_'))
    return null;
  const [row] = documentSource(document).sessions();
  return row ?? null;
}

function rootOf(row: SessionRow, rows: ReadonlyMap<string, SessionRow>): string {
  let at = row;
  const seen = new Set<string>([at.id]);
  while (at.parent !== null && !seen.has(at.parent)) {
    seen.add(at.parent);
    const above = rows.get(at.parent);
    if (above === undefined) return at.id;
    at = above;
  }
  return at.id;
}

async function readSession(
  { id, files }: FoundSession,
  parse: Parse,
  databases: ForeignDatabases,
): Promise<Trace> {
  const builder = makeTraceBuilder('opencode', id, { hash: sha256, parse });
  const common = {
    builder,
    root: id,
    hash: sha256,
    parentOf: new Map(),
    ends: new Map(),
    told: new Map(),
    titled: false,
  };
  for (const { path, bytes } of files) {
    const session: SessionState = { ...common, file: path };
    const source = DATABASE.test(path)
      ? databaseSource(path, databases)
      : await documentOf(path, session);
    if (source === null) {
      builder.notes.unreadable(path, 'it cannot be read as a database');
      continue;
    }
    builder.file({ path, bytes, records: readSource(session, source) });
    source.close();
    finishAgents(session);
  }
  return builder.finish();
}

async function documentOf(path: string, { builder }: SessionState): Promise<SessionSource | null> {
  const document = await readDocument(path, builder.notes);
  return document === null ? null : documentSource(document);
}

/** The session and all below it, parents first; how many records were read. */
function readSource(session: SessionState, source: SessionSource): number {
  const rows = [...source.sessions()];
  let waiting = rows.filter(({ id }) => id === session.root);
  const seen = new Set<string>();
  let records = 0;
  while (waiting.length > 0) {
    const next = waiting.filter(({ id }) => !seen.has(id));
    for (const row of next) {
      seen.add(row.id);
      records += readAgent(session, source, row);
    }
    waiting = rows.filter(({ parent }) => next.some(({ id }) => id === parent));
  }
  return records;
}

function readAgent(session: SessionState, source: SessionSource, row: SessionRow): number {
  const { builder, root, file } = session;
  const evidence: Evidence = { file, line: null, record: row.id };
  const isRoot = row.id === root;
  const place = { path: row.directory, own: null, branch: null };
  if (row.parent !== null) session.parentOf.set(row.id, row.parent);
  builder.agent(
    row.id,
    isRoot
      ? { kind: 'root', launch: 'person', place }
      : { parent: row.parent, launch: 'foreground', type: row.agent, place },
    evidence,
  );
  if (!builder.agents.has(row.id) || isRoot)
    builder.session({ cwd: row.directory, programVersion: row.version, title: row.title });
  builder.seen(row.id, row.created, evidence);
  builder.seen(row.id, row.updated, evidence);
  builder.stated({ of: 'agent', agent: row.id, usage: tokensOf(row.tokens), usd: null, evidence });
  const state: AgentState = { session, agent: row.id, cwd: row.directory, briefed: false };
  let records = 1;
  for (const message of source.messages(row.id)) {
    takeMessage(state, message);
    records += 1 + message.parts.length;
  }
  return records;
}

function finishAgents({ builder, ends, told }: SessionState): void {
  for (const agent of new Set([...ends.keys(), ...told.keys()])) {
    const end = ends.get(agent) ?? told.get(agent);
    if (end !== undefined && builder.agents.has(agent))
      builder.agent(agent, { end: { ...end, at: null } }, end.evidence);
  }
}
