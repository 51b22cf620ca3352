import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import type { Party } from '../../../domain/trace/event.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { resolved, textOfBlocks } from './calls.ts';
import type { SessionState, Standing, ThreadState } from './thread-state.ts';

/** A sub-agent's start, as its parent's records tell it: by the call that asked for it. */
export function started(
  { session, agent }: ThreadState,
  { evidence }: Standing,
  call: string,
  child: string,
): void {
  const spawning = session.spawns.get(call);
  const known = session.childOf.has(call);
  session.childOf.set(call, child);
  const task = spawning?.task ?? null;
  if (task !== null) name(session, task, child);
  session.builder.agent(
    child,
    {
      parent: spawning?.parent ?? agent,
      spawnedBy: call,
      launch: 'background',
      ...(task === null ? {} : { name: task }),
      ...(spawning === undefined || spawning.inherits === null
        ? {}
        : { inheritsContext: spawning.inherits }),
      ...(spawning?.brief === undefined || spawning.brief === null
        ? {}
        : { brief: briefOf(spawning.brief, session.hash) }),
    },
    evidence,
  );
  if (known || spawning === undefined) return;
  session.builder.event({
    kind: 'spawn',
    agent: spawning.parent,
    at: spawning.at,
    evidence: spawning.evidence,
    call,
    child,
    outcome: 'started',
    reason: null,
    briefHash: spawning.brief === null ? null : session.hash(spawning.brief),
  });
}

/** A name that two agents have is no one's. */
function name({ named }: SessionState, task: string, child: string): void {
  const had = named.get(task);
  named.set(task, had === undefined || had === child ? child : null);
}

/** `SubAgentActivity` (second generation): what a sub-agent is doing, by its thread. */
export function takeActivity(thread: ThreadState, standing: Standing, item: JsonRecord): void {
  const child = textAt(item, 'agent_thread_id');
  const id = textAt(item, 'id') ?? textAt(item, 'call_id') ?? '';
  if (child === null) return;
  const path = textAt(item, 'agent_path');
  if (path !== null) name(thread.session, path.replace(/^.*\//, ''), child);
  switch (textAt(item, 'kind')) {
    case 'started':
      started(thread, standing, id, child);
      return;
    case 'interrupted':
      thread.session.stopped.set(child, standing.evidence);
      return;
    case 'completed':
      thread.session.awaited.add(child);
      return;
    default:
  }
}

/** `CollabAgentToolCall` (first generation): calls about other agents, with the threads they are about. */
export function takeCollabCall(thread: ThreadState, standing: Standing, item: JsonRecord): void {
  const receivers: unknown = item['receiver_thread_ids'];
  const child: unknown = Array.isArray(receivers) ? receivers[0] : null;
  if (textAt(item, 'tool') !== 'spawn_agent' || typeof child !== 'string') return;
  started(thread, standing, textAt(item, 'id') ?? '', child);
  const nickname = recordsAt(item, 'receiver_agents').map((each) =>
    textAt(each, 'agent_nickname'),
  )[0];
  if (typeof nickname === 'string')
    thread.session.builder.agent(child, { name: nickname }, standing.evidence);
}

/** `agent_message` (second generation): a brief, a result or a note, by the paths of who speaks to whom. */
export function takeAgentMessage(
  thread: ThreadState,
  standing: Standing,
  payload: JsonRecord,
): void {
  const text = textOfBlocks(payload);
  const body = text
    .slice(text.indexOf('Payload:') === -1 ? 0 : text.indexOf('Payload:') + 8)
    .trim();
  const kind = /^Message Type: (\w+)/m.exec(text)?.[1] ?? '';
  const author = authorOf(thread, textAt(payload, 'author'), kind === 'FINAL_ANSWER');
  // What is sealed says nothing but its length.
  const sealed = /^[\w+/=-]{60,}$/.test(body);
  const { builder } = thread.session;
  if (kind === 'NEW_TASK' && !thread.briefed) {
    thread.briefed = true;
    if (!sealed && !knowsBrief(thread))
      builder.agent(thread.agent, { brief: briefOf(body, thread.session.hash) }, standing.evidence);
  }
  builder.event({
    kind: 'message',
    what: kind === 'NEW_TASK' ? 'brief' : kind === 'FINAL_ANSWER' ? 'result' : 'note',
    agent: thread.agent,
    ...standing,
    from: author,
    to: { kind: 'agent', id: thread.agent },
    text: sealed ? '' : cut(body, LIMITS.message),
    length: sealed ? null : body.length,
    call: null,
  });
}

const knowsBrief = ({ session, agent }: ThreadState): boolean =>
  [...session.childOf].some(
    ([call, child]) => child === agent && (session.spawns.get(call)?.brief ?? null) !== null,
  );

/** Where a path is that of several agents, a result can only be of the one that is awaited. */
function authorOf(thread: ThreadState, path: string | null, isResult: boolean): Party {
  const { awaited } = thread.session;
  const party = partyOf(thread, path);
  const [only, other] = awaited;
  if (isResult && party.kind === 'agent') awaited.delete(party.id);
  if (!isResult || party.kind === 'agent' || only === undefined || other !== undefined)
    return party;
  awaited.delete(only);
  return { kind: 'agent', id: only };
}

function partyOf(thread: ThreadState, path: string | null): Party {
  if (path === '/root') return { kind: 'agent', id: thread.session.root };
  const id = resolved(thread, path);
  return id === null || id === path ? { kind: 'program' } : { kind: 'agent', id };
}

/** `<subagent_notification>` (first generation): the program's word that a sub-agent has ended, with what it said. */
export function takeNotification(thread: ThreadState, standing: Standing, text: string): void {
  const { builder } = thread.session;
  const base = { kind: 'message' as const, agent: thread.agent, ...standing, call: null };
  const to: Party = { kind: 'agent', id: thread.agent };
  builder.event({
    ...base,
    what: 'notice',
    from: { kind: 'program' },
    to,
    text: cut(text, LIMITS.message),
    length: text.length,
  });
  const object = jsonIn(text);
  const child = textAt(object, 'agent_path') ?? textAt(object, 'agent_id');
  const said = textAt(recordAt(object, 'status'), 'completed');
  if (child === null || said === null) return;
  const id = resolved(thread, child);
  if (id === null) return;
  builder.event({
    ...base,
    what: 'result',
    from: { kind: 'agent', id },
    to,
    text: cut(said, LIMITS.message),
    length: said.length,
  });
}

function jsonIn(text: string): JsonRecord {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from === -1 || to < from) return {};
  try {
    return recordAt({ value: JSON.parse(text.slice(from, to + 1)) as unknown }, 'value');
  } catch {
    return {};
  }
}
