import { join } from 'node:path';
import { recordsAt } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import type { AgentId } from '../../../domain/trace/agent.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { readDocument, readRecords } from '../lines.ts';
import { sha256 } from '../reading.ts';
import type { ChatState, SessionState } from './chat-state.ts';
import { findSessions, MAIN_FILE, SUB_FILE } from './find-sessions.ts';
import { standingOf, takeRecord, tellSaid } from './records.ts';

/** Sessions of Gemini CLI. */
export const geminiTraces = (parse: Parse): TraceImporter => ({
  source: 'gemini',
  places: ({ home, env }) => [join(env['GEMINI_CLI_HOME'] ?? home, '.gemini', 'tmp')],
  sessions: findSessions,
  read: (session) => readSession(session, parse),
});

async function readSession({ id, files }: FoundSession, parse: Parse): Promise<Trace> {
  const builder = makeTraceBuilder('gemini', id, { hash: sha256, parse });
  const session: SessionState = {
    builder,
    root: id,
    hash: sha256,
    parentOf: new Map(),
    told: new Map(),
    reported: new Map(),
    cwd: null,
    titled: false,
  };
  const paths = files.map(({ path }) => path).toSorted();
  const subs = paths.filter((each) => SUB_FILE.test(each));
  const mains = paths.filter((each) => MAIN_FILE.test(each) && !subs.includes(each));
  if (mains.length === 0) builder.notes.missingAgent(id);
  const chats: ChatState[] = [];
  for (const path of mains) chats.push(await readChat(session, path, id));
  for (const path of subs)
    chats.push(await readChat(session, path, SUB_FILE.exec(path)?.[2] ?? path));
  for (const chat of chats) finishAgent(chat);
  return builder.finish();
}

async function readChat(session: SessionState, path: string, agent: AgentId): Promise<ChatState> {
  const { builder, root } = session;
  const start: Evidence = { file: path, line: 1, record: null };
  builder.agent(agent, agent === root ? { kind: 'root', launch: 'person' } : {}, start);
  const chat: ChatState = {
    session,
    agent,
    told: new Set(),
    briefed: false,
    pending: null,
    last: null,
  };
  if (path.endsWith('.json')) await readWhole(chat, path);
  else {
    const read = await readRecords(path, { notes: builder.notes }, (record, line) =>
      takeRecord(chat, standingOf(record, { file: path, line, record: null }), record),
    );
    builder.file({ path, bytes: read.bytes, records: read.lines });
  }
  return chat;
}

/** A session as one document: a header, and messages in it. */
async function readWhole(chat: ChatState, path: string): Promise<void> {
  const { builder } = chat.session;
  const document = await readDocument(path, builder.notes);
  if (document === null) return;
  const messages = recordsAt(document, 'messages');
  const at = (record: string | null): Evidence => ({ file: path, line: null, record });
  const { messages: _, ...header } = document;
  takeRecord(chat, standingOf(header, at(null)), header);
  for (const [index, message] of messages.entries())
    takeRecord(chat, standingOf(message, at(`messages/${index}`)), message);
  builder.file({ path, bytes: 0, records: messages.length });
}

/** A turn that ends with an answer without calls has come to its end; nothing else says so of the root. */
function finishAgent(chat: ChatState): void {
  const { session, agent, last } = chat;
  tellSaid(chat, true);
  const { builder, root, told, reported } = session;
  const end =
    reported.get(agent) ??
    told.get(agent) ??
    (agent === root && last !== null && !last.open
      ? ({ state: 'completed', by: 'itself', reason: null, evidence: last.evidence } as const)
      : null);
  if (end !== null) builder.agent(agent, { end: { ...end, at: null } }, end.evidence);
}
