import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { AgentEnd } from '../../../domain/trace/agent.ts';
import type { CallOutcome } from '../../../domain/trace/event.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf } from '../reading.ts';
import type { ChatState, Standing } from './chat-state.ts';
import { reportOf, useOf } from './tools.ts';

/** A call with its result: they stand in one record, once the call has ended. */
export function takeCall(chat: ChatState, standing: Standing, call: JsonRecord): void {
  const { session, agent, told } = chat;
  const { builder } = session;
  const id = textAt(call, 'id') ?? '';
  const name = textAt(call, 'name') ?? '';
  const status = textAt(call, 'status') ?? '';
  if (told.has(`call ${id}`) || !ENDED.test(status)) return;
  told.add(`call ${id}`);
  const args = recordAt(call, 'args');
  const use = useOf(name, args);
  const at = timeOf(call['timestamp']);
  const text = resultText(call);
  const exit = use.kind === 'shell' ? exitOf(status, text) : null;
  const display = recordAt(call, 'resultDisplay');
  const original = display['originalContent'];
  const isNew = display['isNewFile'] === true;
  builder.seen(agent, at, standing.evidence);
  builder.call({ id, agent, name, use, cwd: textAt(args, 'dir_path') ?? session.cwd, ...standing });
  builder.result({
    id,
    agent,
    at,
    outcome: outcomeOf(status, text, exit),
    exit,
    text,
    length: text.length,
    cut: /output too large|truncated/i.test(text.slice(0, 300)),
    ...(isNew ? { original: null } : typeof original === 'string' ? { original } : {}),
  });
  if (use.kind === 'delegate') takeDelegation(chat, standing, { call, id, at, text, status, use });
  const report = reportOf(name, args);
  if (report !== null && status === 'success')
    session.reported.set(agent, {
      state: 'completed',
      by: 'itself',
      reason: null,
      evidence: standing.evidence,
    });
}

/** A call that goes on is written again when it ends. */
const ENDED = /^(?:success|error|cancelled)$/;

function resultText(call: JsonRecord): string {
  const texts = recordsAt(call, 'result').map((part) => {
    const response = recordAt(recordAt(part, 'functionResponse'), 'response');
    return textAt(response, 'error') ?? textAt(response, 'output') ?? '';
  });
  const text = texts.join('\n');
  return text === '' ? (textAt(call, 'resultDisplay') ?? '') : text;
}

/** The shell tool names a code only where it is not 0. */
function exitOf(status: string, text: string): number | null {
  const code = /^Exit Code: (-?\d+)/m.exec(text)?.[1];
  if (code !== undefined) return Number.parseInt(code, 10);
  return status === 'success' && !/^Signal: /m.test(text) ? 0 : null;
}

function outcomeOf(status: string, text: string, exit: number | null): CallOutcome {
  if (status === 'cancelled') return 'interrupted';
  if (status === 'success') return exit !== null && exit !== 0 ? 'error' : 'ok';
  return /execution blocked|denied|not found\. Did you mean|not in workspace|rejected|policy/i.test(
    text.slice(0, 400),
  )
    ? 'refused'
    : 'error';
}

interface Delegated {
  readonly call: JsonRecord;
  readonly id: string;
  readonly at: number | null;
  readonly text: string;
  readonly status: string;
  readonly use: { readonly brief: string | null; readonly name: string | null };
}

function takeDelegation(
  { session, agent }: ChatState,
  standing: Standing,
  { call, id, at, text, status, use }: Delegated,
): void {
  const { builder } = session;
  const child = textAt(call, 'agentId');
  builder.event({
    kind: 'spawn',
    agent,
    ...standing,
    call: id,
    child,
    outcome: child !== null ? 'started' : status === 'success' ? 'unknown' : 'refused',
    reason: child === null && status !== 'success' ? cut(text, LIMITS.reason) : null,
    briefHash: use.brief === null ? null : session.hash(use.brief),
  });
  if (child === null) return;
  session.parentOf.set(child, agent);
  builder.agent(
    child,
    {
      parent: agent,
      spawnedBy: id,
      launch: 'foreground',
      name: use.name,
      type: use.name,
      inheritsContext: false,
    },
    standing.evidence,
  );
  session.told.set(child, endOf(recordAt(call, 'resultDisplay'), text, standing));
  builder.event({
    kind: 'message',
    what: 'result',
    agent,
    at,
    evidence: standing.evidence,
    from: { kind: 'agent', id: child },
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.message),
    length: text.length,
    call: id,
  });
}

function endOf(display: JsonRecord, text: string, { evidence }: Standing): Omit<AgentEnd, 'at'> {
  const reason =
    textAt(display, 'terminateReason') ?? /Termination Reason: (\w+)/i.exec(text)?.[1] ?? null;
  switch (reason) {
    case null:
    case 'GOAL':
      return { state: 'completed', by: 'itself', reason: null, evidence };
    case 'TIMEOUT':
    case 'MAX_TURNS':
      return { state: 'timed-out', by: 'system', reason, evidence };
    case 'ABORTED':
      return { state: 'cancelled', by: 'unknown', reason, evidence };
    default:
      return { state: 'failed', by: 'itself', reason, evidence };
  }
}
