import { totalTokens } from '../../receipt/token-usage.ts';
import type { PricedTokens } from '../../cost/tokens.ts';
import type { ModelRequest } from '../event.ts';
import { LIMITS } from '../limits.ts';

export type NewRequest = Omit<ModelRequest, 'order' | 'kind'>;

/** The requests of a session while it is read. No token is ever left out, however many there are. */
export interface RequestBook {
  /** Whether it is a request that was not told before. */
  add(key: string, request: NewRequest): boolean;
  all(): readonly Omit<ModelRequest, 'order'>[];
}

/**
 * A book that keeps `most` requests one by one. What is beyond is summed up by agent and model: such a sum is one event,
 * of a total; a request that is told again is then known only while no other of its agent has come.
 */
export function makeRequestBook(most: number = LIMITS.requests): RequestBook {
  const kept = new Map<string, NewRequest>();
  const open = new Map<string, { readonly key: string; readonly request: NewRequest }>();
  const sums = new Map<string, NewRequest>();
  const addUp = (request: NewRequest): void => {
    const key = `${request.agent}\0${request.model ?? ''}`;
    const before = sums.get(key);
    sums.set(key, before === undefined ? { ...request, of: 'total' } : joined(before, request));
  };
  const beyond = (key: string, request: NewRequest): boolean => {
    const last = open.get(request.agent);
    if (last?.key === key) {
      if (totalTokens(last.request.usage) < totalTokens(request.usage))
        open.set(request.agent, { key, request });
      return false;
    }
    if (last !== undefined) addUp(last.request);
    open.set(request.agent, { key, request });
    return true;
  };
  return {
    add(key, request) {
      const before = kept.get(key);
      if (before === undefined && kept.size >= most) return beyond(key, request);
      if (before !== undefined && totalTokens(before.usage) >= totalTokens(request.usage))
        return false;
      kept.set(key, request);
      return before === undefined;
    },
    all() {
      for (const { request } of open.values()) addUp(request);
      open.clear();
      return [...kept.values(), ...sums.values()].map((request) => ({
        ...request,
        kind: 'request',
      }));
    },
  };
}

function joined(sum: NewRequest, { usage }: NewRequest): NewRequest {
  const { input, cacheRead, cacheWrite, output, reasoning, cacheWrite1h } = sum.usage;
  const more: PricedTokens = {
    input: input + usage.input,
    cacheRead: cacheRead + usage.cacheRead,
    cacheWrite: cacheWrite + usage.cacheWrite,
    output: output + usage.output,
    ...(reasoning === undefined && usage.reasoning === undefined
      ? {}
      : { reasoning: (reasoning ?? 0) + (usage.reasoning ?? 0) }),
    // How long writes were to live is known of the sum only where it is known of all.
    ...(cacheWrite1h === undefined || usage.cacheWrite1h === undefined
      ? {}
      : { cacheWrite1h: cacheWrite1h + usage.cacheWrite1h }),
  };
  return { ...sum, usage: more };
}
