import type { TraceEvent } from '../event.ts';
import { cut, LIMITS } from '../limits.ts';

type Message = Extract<TraceEvent, { kind: 'message' }>;

/**
 * What an agent says in a turn. `final`: it is the answer to the person who asked, and not something on the way
 * that the program alone takes.
 */
export const saidMessage = (
  { agent, at, evidence }: Pick<Message, 'agent' | 'at' | 'evidence'>,
  text: string,
  final = false,
): Omit<Message, 'order'> => ({
  kind: 'message',
  what: final ? 'final' : 'said',
  agent,
  at,
  evidence,
  from: { kind: 'agent', id: agent },
  to: final ? { kind: 'person' } : { kind: 'program' },
  text: cut(text, LIMITS.message),
  length: text.length,
  call: null,
});
