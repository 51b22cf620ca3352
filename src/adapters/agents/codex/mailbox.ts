import type { AgentFact, AgentInput } from '../../../ports/agent.ts';

/** A message for the session. */
export type Message = Extract<AgentInput, { kind: 'message' }>;

/** Messages on their way: waiting, sent and not yet seen in the session, or told. */
export interface Mailbox {
  add(message: Message): void;
  /** Takes all that wait: they are on their way now. */
  send(): readonly Message[];
  /** One came back, or (without an id) all that were sent and not seen: they wait again. */
  back(id?: string): void;
  /** The session has it. Null when it is not one that is on its way. */
  seen(id: string, way: 'mid-turn' | 'resume'): AgentFact | null;
  /** Whatever is left is too late. */
  rest(): readonly AgentFact[];
}

/** An empty one. */
export function makeMailbox(): Mailbox {
  const waiting: Message[] = [];
  const sent = new Map<string, Message>();
  return {
    add: (message) => void waiting.push(message),
    send: () => {
      const all = waiting.splice(0);
      for (const message of all) sent.set(message.id, message);
      return all;
    },
    back: (id) => {
      for (const message of sent.values()) {
        if (id !== undefined && id !== message.id) continue;
        sent.delete(message.id);
        waiting.push(message);
      }
    },
    seen: (id, way) => (sent.delete(id) ? { kind: 'message', id, way } : null),
    rest: () =>
      [...sent.values(), ...waiting.splice(0)].map(({ id }) => ({
        kind: 'message',
        id,
        way: 'too-late',
      })),
  };
}
