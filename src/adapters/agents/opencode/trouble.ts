import type { AgentFact, TroubleCode } from '../../../domain/receipt/agent-fact.ts';
import { countAt, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

type TroubleFact = Extract<AgentFact, { kind: 'trouble' }>;

/** The fact for an error as the CLI tells it: `{name, data: {message, statusCode, …}}`. */
export function troubleOf(error: JsonRecord): TroubleFact {
  const data = recordAt(error, 'data');
  const name = textAt(error, 'name') ?? '';
  const message = textAt(data, 'message') ?? textAt(error, 'message') ?? name;
  const code = byName(name) ?? byStatus(countAt(data, 'statusCode')) ?? byMessage(message);
  return { kind: 'trouble', code, text: message.trim().slice(0, 300), fatal: false };
}

/** The fact for words alone: before a further try, and on standard error. */
export const troubleOfWords = (message: string): TroubleFact => troubleOf({ message });

/** It was told to end: no trouble. */
export const isAborted = (error: JsonRecord): boolean =>
  textAt(error, 'name') === 'MessageAbortedError';

function byName(name: string): TroubleCode | null {
  switch (name) {
    case 'ProviderAuthError':
      return 'agent-not-logged-in';
    case 'ContextOverflowError':
      return 'agent-context-overflow';
    default:
      return null;
  }
}

function byStatus(status: number): TroubleCode | null {
  if (status === 401 || status === 403) return 'agent-not-logged-in';
  if (status === 429) return 'agent-rate-limited';
  return status >= 500 ? 'agent-server-error' : null;
}

function byMessage(message: string): TroubleCode {
  return WORDS.find(([words]) => words.test(message))?.[1] ?? 'agent-failed';
}

const WORDS: readonly (readonly [RegExp, TroubleCode])[] = [
  [
    /connection reset|closed unexpectedly|terminated|socket hang up|ECONNRESET/i,
    'agent-stream-cut',
  ],
  [
    /unable to connect|cannot connect|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|timed? ?out/i,
    'agent-unreachable',
  ],
  [/\b429\b|rate.?limit|too many requests|usage limit|quota/i, 'agent-rate-limited'],
  [/\b5\d\d\b|overloaded|server error|unavailable/i, 'agent-server-error'],
  [/API key|unauthori[sz]ed|\b401\b|auth login|no providers/i, 'agent-not-logged-in'],
  [/\bJSON\b|Type validation failed/, 'agent-protocol-error'],
];
