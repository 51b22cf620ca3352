import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** Pairs requests for permission with their answers. */
export interface Permits {
  /** A `session/request_permission`. */
  asked(request: JsonRecord): void;
  /** An answer of the driver: the tool call that it refuses, or null. */
  refusedBy(response: JsonRecord): string | null;
}

interface Asked {
  readonly call: string;
  /** The options by which it may be let. */
  readonly allowing: readonly string[];
}

/** None asked for yet. */
export function makePermits(): Permits {
  const waiting = new Map<string, Asked>();
  // An id is a number or a text, and `1` is not `"1"`.
  const keyOf = (record: JsonRecord): string => JSON.stringify(record['id'] ?? null);
  return {
    asked(request) {
      const params = recordAt(request, 'params');
      const call = textAt(recordAt(params, 'toolCall'), 'toolCallId') ?? '';
      const allowing = recordsAt(params, 'options')
        .filter((option) => textAt(option, 'kind')?.startsWith('allow') === true)
        .flatMap((option) => textAt(option, 'optionId') ?? []);
      waiting.set(keyOf(request), { call, allowing });
    },
    refusedBy(response) {
      const asked = waiting.get(keyOf(response));
      if (asked === undefined || 'method' in response) return null;
      waiting.delete(keyOf(response));
      const chosen = textAt(recordAt(recordAt(response, 'result'), 'outcome'), 'optionId');
      return chosen !== null && asked.allowing.includes(chosen) ? null : asked.call;
    },
  };
}
