import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** Follows the sub-agents of a session in the app server's records. */
export interface SubAgents {
  /** The session's own thread. */
  root(thread: string): void;
  /** One notification. */
  feed(method: string, params: JsonRecord): readonly AgentFact[];
  /** Those at work, each with its turn (null before it has one). */
  active(): readonly { readonly thread: string; readonly turn: string | null }[];
  /** All of them have ended, whatever was told. */
  endAll(): readonly AgentFact[];
}

/**
 * Nobody yet. A sub-agent starts when it is made and ends with its turn; one that is given more to do
 * starts again, under the same id.
 */
export function followSubAgents(): SubAgents {
  const names = new Map<string, string>();
  const active = new Map<string, string | null>();
  let root: string | null = null;
  const start = (thread: string, turn: string | null): readonly AgentFact[] => {
    const isNew = !active.has(thread);
    if (isNew || turn !== null) active.set(thread, turn);
    return isNew ? [{ kind: 'sub-agent', id: thread, phase: 'started', name: nameOf(thread) }] : [];
  };
  const end = (thread: string): readonly AgentFact[] =>
    active.delete(thread)
      ? [{ kind: 'sub-agent', id: thread, phase: 'ended', name: nameOf(thread) }]
      : [];
  const nameOf = (thread: string): string => names.get(thread) ?? '';
  return {
    root: (thread) => (root ??= thread),
    feed(method, params) {
      const thread = textAt(params, 'threadId') ?? '';
      const isSub = root !== null && thread !== '' && thread !== root;
      switch (method) {
        case 'turn/started':
          return isSub ? start(thread, textAt(recordAt(params, 'turn'), 'id')) : [];
        case 'turn/completed':
        case 'thread/closed':
          return isSub ? end(thread) : [];
        case 'item/started':
        case 'item/completed':
          return madeBy(recordAt(params, 'item')).flatMap(([made, name]) => {
            // A wait names agents too; only the first word about one is its beginning.
            if (names.has(made)) return [];
            names.set(made, name);
            return start(made, null);
          });
        default:
          return [];
      }
    },
    active: () => [...active].map(([thread, turn]) => ({ thread, turn })),
    endAll: () => [...active.keys()].flatMap(end),
  };
}

/** The sub-agents that an item has made, with their names: one kind of item for each generation. */
function madeBy(item: JsonRecord): readonly (readonly [string, string])[] {
  const type = textAt(item, 'type');
  if (type === 'subAgentActivity' && textAt(item, 'kind') === 'started') {
    const thread = textAt(item, 'agentThreadId');
    return thread === null ? [] : [[thread, textAt(item, 'agentPath') ?? '']];
  }
  if (type === 'collabAgentToolCall' && textAt(item, 'tool') === 'spawnAgent') {
    const made = item['receiverThreadIds'];
    const name = (textAt(item, 'prompt') ?? '').trim().split('\n')[0]?.slice(0, 60) ?? '';
    return Array.isArray(made)
      ? made.flatMap((thread) => (typeof thread === 'string' ? [[thread, name] as const] : []))
      : [];
  }
  return [];
}
