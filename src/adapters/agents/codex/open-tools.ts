import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** Which threads have a tool at work: while one has, no answer of the model is under way. */
export interface OpenTools {
  /** One notification. */
  feed(method: string, params: JsonRecord): void;
  busy(thread: string): boolean;
}

/** None yet. */
export function followTools(): OpenTools {
  const open = new Map<string, Set<string>>();
  return {
    feed(method, params) {
      const thread = textAt(params, 'threadId') ?? '';
      const item = recordAt(params, 'item');
      const id = textAt(item, 'id') ?? '';
      if (method === 'turn/completed') open.delete(thread);
      else if (method === 'item/completed') open.get(thread)?.delete(id);
      else if (method === 'item/started' && !SPOKEN.has(textAt(item, 'type') ?? '')) {
        open.set(thread, (open.get(thread) ?? new Set()).add(id));
      }
    },
    busy: (thread) => (open.get(thread)?.size ?? 0) > 0,
  };
}

/** Items that are parts of an answer, or of what is asked. */
const SPOKEN: ReadonlySet<string> = new Set(['agentMessage', 'plan', 'reasoning', 'userMessage']);
