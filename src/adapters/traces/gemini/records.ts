import { saidMessage } from '../../../domain/trace/build/said-message.ts';
import {
  countAt,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf, titleOf } from '../reading.ts';
import { takeCall } from './calls.ts';
import type { ChatState, Standing } from './chat-state.ts';

/** A record of a chat's file: a header, a message (again, with more in it), or a change of the header. */
export function takeRecord(chat: ChatState, standing: Standing, record: JsonRecord): void {
  const { session, agent } = chat;
  const { builder } = session;
  const change = record['$set'];
  if (change !== undefined) {
    takeChange(chat, standing, recordAt(record, '$set'));
    return;
  }
  if ('sessionId' in record && !('type' in record)) {
    takeHeader(chat, standing, record);
    return;
  }
  builder.seen(agent, standing.at, standing.evidence);
  switch (textAt(record, 'type')) {
    case 'user':
      takeUser(chat, standing, record);
      return;
    case 'gemini':
      takeAnswer(chat, standing, record);
      return;
    case 'info':
    case 'error':
    case 'warning':
      return;
    default:
      if (!('$rewindTo' in record))
        builder.notes.unknownRecord(textAt(record, 'type') ?? '(no type)');
  }
}

function takeHeader(chat: ChatState, { evidence }: Standing, header: JsonRecord): void {
  const { session, agent } = chat;
  const { builder } = session;
  builder.seen(agent, timeOf(header['startTime']), evidence);
  const folders: unknown = header['directories'];
  const folder: unknown = Array.isArray(folders) ? folders[0] : null;
  if (typeof folder === 'string') placed(chat, folder, evidence);
}

function takeChange(chat: ChatState, standing: Standing, change: JsonRecord): void {
  const { session, agent } = chat;
  const { evidence } = standing;
  const at = timeOf(change['lastUpdated']);
  // That a sub-agent's file was touched is no work of it; of the session it is the last that is known.
  if (agent === session.root) session.builder.seen(agent, at, evidence);
  for (const message of recordsAt(change, 'messages'))
    takeRecord(chat, { at: timeOf(message['timestamp']), evidence }, message);
}

/** The folder of the work; all agents of a session work in one. */
function placed(
  { session, agent }: ChatState,
  folder: string,
  evidence: Standing['evidence'],
): void {
  session.cwd ??= folder;
  session.builder.session({ cwd: session.cwd });
  session.builder.agent(agent, { place: { path: folder, own: null, branch: null } }, evidence);
}

function takeUser(chat: ChatState, standing: Standing, record: JsonRecord): void {
  const { session, agent, told } = chat;
  const { builder } = session;
  const id = textAt(record, 'id') ?? `${standing.evidence.line}`;
  if (told.has(id)) return;
  told.add(id);
  const parts = recordsAt(record, 'content');
  if (parts.some((part) => 'functionResponse' in part)) return;
  const text =
    textAt(record, 'content') ?? parts.map((part) => textAt(part, 'text') ?? '').join('\n');
  if (text.trimStart().startsWith('<session_context>')) {
    const folder = /\*\*Workspace Directories:\*\*\s*\n\s*- (\/.+)/.exec(text)?.[1];
    if (folder !== undefined) placed(chat, folder.trim(), standing.evidence);
    return;
  }
  tellSaid(chat, true);
  const isRoot = agent === session.root;
  const first = !chat.briefed;
  chat.briefed = true;
  if (isRoot && !session.titled) {
    session.titled = true;
    builder.session({ title: titleOf(text) });
  }
  if (!isRoot && first)
    builder.agent(agent, { brief: briefOf(text, session.hash) }, standing.evidence);
  const parent = session.parentOf.get(agent);
  builder.event({
    kind: 'message',
    what: isRoot ? 'prompt' : first ? 'brief' : 'note',
    agent,
    ...standing,
    from: isRoot
      ? { kind: 'person' }
      : parent === undefined
        ? { kind: 'program' }
        : { kind: 'agent', id: parent },
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.brief),
    length: text.length,
    call: null,
  });
}

function takeAnswer(chat: ChatState, standing: Standing, record: JsonRecord): void {
  const { session, agent } = chat;
  const { builder } = session;
  const id = textAt(record, 'id') ?? `${standing.evidence.line}`;
  const calls = recordsAt(record, 'toolCalls');
  const usage = record['tokens'];
  if (typeof usage === 'object' && usage !== null)
    builder.request(`${agent} ${id}`, {
      agent,
      ...standing,
      model: textAt(record, 'model'),
      usage: tokensOf(recordAt(record, 'tokens')),
      of: 'request',
      stop: 'unknown',
    });
  for (const call of calls) takeCall(chat, standing, call);
  chat.last = { open: calls.length > 0, evidence: standing.evidence };
  takeSaid(chat, standing, { id, text: textAt(record, 'content') ?? '', open: calls.length > 0 });
}

/** A record that is written again, now with calls, was no answer. */
function takeSaid(
  chat: ChatState,
  standing: Standing,
  { id, text, open }: { readonly id: string; readonly text: string; readonly open: boolean },
): void {
  const { agent, told } = chat;
  if (chat.pending?.id === id) {
    chat.pending = { ...chat.pending, open: chat.pending.open || open };
    return;
  }
  tellSaid(chat, false);
  if (text === '' || told.has(`text ${id}`)) return;
  told.add(`text ${id}`);
  chat.pending = { id, open, message: saidMessage({ agent, ...standing }, text) };
}

/** Tells what the agent said last. `turnEnds`: a person speaks next, or nobody does. */
export function tellSaid(chat: ChatState, turnEnds: boolean): void {
  const { session, agent, pending } = chat;
  if (pending === null) return;
  const final = turnEnds && !pending.open && agent === session.root;
  session.builder.event(
    final ? { ...pending.message, what: 'final', to: { kind: 'person' } } : pending.message,
  );
  chat.pending = null;
}

/** Its input has the cached tokens in it, its output lacks the thoughts. */
function tokensOf(tokens: JsonRecord): TokenUsage {
  const cacheRead = countAt(tokens, 'cached');
  const thoughts = countAt(tokens, 'thoughts');
  return {
    input: Math.max(0, countAt(tokens, 'input') - cacheRead) + countAt(tokens, 'tool'),
    cacheRead,
    cacheWrite: 0,
    output: countAt(tokens, 'output') + thoughts,
    ...(thoughts === 0 ? {} : { reasoning: thoughts }),
  };
}

/** Where a record stands. */
export const standingOf = (record: JsonRecord, evidence: Standing['evidence']): Standing => ({
  at: timeOf(record['timestamp']),
  evidence,
});
