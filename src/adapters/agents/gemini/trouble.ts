import type { AgentFact, TroubleCode } from '../../../domain/receipt/agent-fact.ts';

type TroubleFact = Extract<AgentFact, { kind: 'trouble' }>;

/** The fact for the CLI's words: `[API Error: {"error":{"code":429,…}}]`, `[API Error: terminated]`, … */
export function troubleOf(words: string, fatal: boolean): TroubleFact {
  const text = words.trim().slice(0, 300);
  const code = byWords(FIRST, words) ?? byStatus(words) ?? byWords(THEN, words) ?? 'agent-failed';
  return { kind: 'trouble', code, text, fatal };
}

/** The fact for an end without a result: the CLI has exit codes for what it cannot begin with. */
export function troubleOfExit(code: number | null, errors: string): TroubleFact {
  const words = lastWords(errors) ?? `it ended with ${code ?? 'a signal'} before it had a result`;
  const known = code === null ? undefined : EXIT_CODES[code];
  const fact = troubleOf(words, true);
  if (known !== undefined) return { ...fact, code: known };
  return code === 0 ? { ...fact, code: 'agent-protocol-error' } : fact;
}

type Words = readonly (readonly [RegExp, TroubleCode])[];

/** The service tells these by a general status. */
const FIRST: Words = [
  [
    /token count .*exceeds|exceeds? the maximum number of tokens|context window/i,
    'agent-context-overflow',
  ],
  [/API key not valid|API_KEY_INVALID|UNAUTHENTICATED/, 'agent-not-logged-in'],
];

const THEN: Words = [
  [/\b429\b|quota|RESOURCE_EXHAUSTED|rate limit|capacity/i, 'agent-rate-limited'],
  [
    /terminated|other side closed|socket hang up|premature|ECONNRESET|Incomplete JSON/i,
    'agent-stream-cut',
  ],
  [/fetch failed|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT/i, 'agent-unreachable'],
  [/\b5\d\d\b|overloaded|UNAVAILABLE|internal error/i, 'agent-server-error'],
  [/auth method|authenticat|\b401\b|log ?in\b/i, 'agent-not-logged-in'],
  [/\bJSON\b|invalid stream|empty response/i, 'agent-protocol-error'],
];

const EXIT_CODES: Readonly<Record<number, TroubleCode>> = {
  41: 'agent-not-logged-in',
  55: 'agent-first-run',
};

const byWords = (list: Words, words: string): TroubleCode | null =>
  list.find(([pattern]) => pattern.test(words))?.[1] ?? null;

function byStatus(words: string): TroubleCode | null {
  const status = Number(/"code":\s*(\d{3})\b/.exec(words)?.[1] ?? 0);
  if (status === 401 || status === 403) return 'agent-not-logged-in';
  if (status === 429) return 'agent-rate-limited';
  return status >= 500 ? 'agent-server-error' : null;
}

/** The last line that is no part of a stack or a dump. */
function lastWords(errors: string): string | null {
  const lines = errors.split('\n').filter((line) => /^\S/.test(line) && !/^[{}\]]/.test(line));
  return lines.at(-1)?.trim() ?? null;
}
