import { openSync, readdirSync, readSync, closeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { AgentFact, ModelUsage } from '../../../domain/receipt/agent-fact.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { addUsage, NO_TOKENS } from '../../../domain/receipt/token-usage.ts';
import { readLines } from '../file-tail.ts';
import {
  parseRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { FILE_KEYS, tokensOf } from './usage-meter.ts';

/** What the files of a session tell: one file a thread. */
interface Session {
  readonly root: string;
  readonly answers: Set<string>;
  readonly calls: Map<string, string>;
  readonly facts: AgentFact[];
  total: TokenUsage;
  sub: TokenUsage;
  readonly models: Map<string, TokenUsage>;
}

/**
 * Transcripts, refused sub-agents and the totals of a session, from the files that Codex keeps of
 * it. `path` is the file of the session's own thread; those of sub-agents lie beside it, or in the
 * folder of a later day. Never throws.
 */
export function accountOf(thread: string, path: string): readonly AgentFact[] {
  const session: Session = {
    root: thread,
    answers: new Set(),
    calls: new Map(),
    facts: [],
    total: NO_TOKENS,
    sub: NO_TOKENS,
    models: new Map(),
  };
  try {
    for (const file of filesOf(thread, path)) {
      session.facts.push({ kind: 'transcript', path: file });
      readThread(session, file);
    }
  } catch {
    // A file that cannot be read leaves what the app server told.
    return session.facts;
  }
  return session.answers.size === 0 ? session.facts : [...session.facts, totals(session)];
}

function totals({ total, sub, models }: Session): AgentFact {
  const byModel = [...models].map(([model, usage]): ModelUsage => ({ model, usage }));
  return { kind: 'usage', usage: total, sub, models: byModel };
}

/** The session's own file first. Folders are `sessions/YYYY/MM/DD`, and sort as their days do. */
function filesOf(thread: string, path: string): readonly string[] {
  const day = dirname(path);
  const sessions = dirname(dirname(dirname(day)));
  const first = relative(sessions, day);
  return readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && dirname(name) >= first)
    .toSorted()
    .map((name) => join(sessions, name))
    .filter((file) => file === path || isOfSession(file, thread));
}

/** The first record names the session within its first bytes; the record itself is long. */
function isOfSession(path: string, thread: string): boolean {
  const start = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  try {
    const length = readSync(file, start, 0, start.length, 0);
    return start.toString('utf8', 0, length).includes(`"session_id":"${thread}"`);
  } finally {
    closeSync(file);
  }
}

function readThread(session: Session, path: string): void {
  let own: string | null = null;
  let model = '';
  readLines(path, (line) => {
    if (!WANTED.test(line.slice(0, 200))) return;
    const record = parseRecord(line);
    if (record === null) return;
    const payload = recordAt(record, 'payload');
    switch (textAt(record, 'type') ?? '') {
      case 'session_meta':
        // A forked thread's file goes on with a copy of its parent's records, this one included.
        own ??= textAt(payload, 'id');
        break;
      case 'turn_context':
        model = textAt(payload, 'model') ?? model;
        break;
      case 'token_usage_record':
        if (textAt(payload, 'thread_id') === own) answered(session, payload, model);
        break;
      case 'response_item':
        spawned(session, payload);
        refused(session, payload);
        break;
    }
  });
}

const WANTED =
  /"type":"(?:session_meta|turn_context|token_usage_record|(?:custom_tool|function)_call(?:_output)?)"/;

function answered(session: Session, payload: JsonRecord, model: string): void {
  const thread = textAt(payload, 'thread_id') ?? '';
  const id = `${thread} ${textAt(payload, 'response_id') ?? session.answers.size}`;
  if (session.answers.has(id)) return;
  session.answers.add(id);
  const usage = tokensOf(recordAt(payload, 'usage'), FILE_KEYS);
  session.total = addUsage(session.total, usage);
  session.sub = addUsage(session.sub, thread === session.root ? NO_TOKENS : usage);
  session.models.set(model, addUsage(session.models.get(model) ?? NO_TOKENS, usage));
}

/** The records of the app server do not tell of every sub-agent that was asked for and not let. */
function spawned(session: Session, payload: JsonRecord): void {
  const id = textAt(payload, 'call_id') ?? '';
  if (textAt(payload, 'type') === 'function_call') {
    if (textAt(payload, 'name') !== 'spawn_agent' || session.calls.has(id)) return;
    session.calls.set(id, nameOf(textAt(payload, 'arguments') ?? ''));
    return;
  }
  const name = session.calls.get(id);
  if (name === undefined || name === SETTLED) return;
  session.calls.set(id, SETTLED);
  if (/agent_id|task_name/.test(outputText(payload))) return;
  session.facts.push({ kind: 'sub-agent', id, phase: 'refused', name });
}

/**
 * Nor of a patch that was not let, nor of a command that the sandbox stopped in its first moments:
 * only the model is told.
 */
function refused(session: Session, payload: JsonRecord): void {
  const id = textAt(payload, 'call_id') ?? '';
  const said = refusalIn(outputText(payload));
  if (said === null || session.calls.has(id)) return;
  session.calls.set(id, SETTLED);
  session.facts.push({ kind: 'refused', text: said.slice(0, 160) });
}

function refusalIn(output: string): string | null {
  // What code gives back is JSON within the text.
  const lines = output.split(/\n|\\n/);
  const patch = lines.find((line) => line.startsWith('patch rejected: '));
  if (patch !== undefined) return patch;
  const failed = /exit_code\\?":[1-9]|exited with code [1-9]/.test(output);
  const stopped = lines.find((line) => line.endsWith(': Read-only file system'));
  return failed && stopped !== undefined ? stopped.replace(/^.*"output\\?":\\?"/, '') : null;
}

const outputText = (payload: JsonRecord): string =>
  textAt(payload, 'output') ??
  recordsAt(payload, 'output')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');

const SETTLED = '\0';

function nameOf(text: string): string {
  const given = parseRecord(text) ?? {};
  const name = textAt(given, 'task_name') ?? textAt(given, 'message') ?? '';
  return name.trim().split('\n')[0]?.slice(0, 60) ?? '';
}
