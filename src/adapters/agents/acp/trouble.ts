import type { AgentFact, TroubleCode } from '../../../domain/receipt/agent-fact.ts';
import { textAt } from '../../../domain/json-record.ts';
import type { RpcError } from './rpc.ts';

const TEXT_LENGTH = 500;
/** The protocol's code for: log in first. */
const AUTH_REQUIRED = -32000;
/** A request that the agent did not understand, in one way or another. */
const NOT_UNDERSTOOD: ReadonlySet<number | null> = new Set([-32700, -32600, -32601, -32602]);

/** What an error of the agent means. The protocol knows one kind, so the rest goes by words. */
export function troubleOf(error: RpcError, fatal: boolean): AgentFact {
  const { code, message, data } = error;
  const details = textAt(data, 'details') ?? textAt(data, 'message') ?? '';
  const kind = KINDS[textAt(data, 'errorKind') ?? ''];
  const said = `${message} ${details}`.trim();
  const known =
    code === AUTH_REQUIRED
      ? 'agent-not-logged-in'
      : (byWords(said) ?? kind ?? (NOT_UNDERSTOOD.has(code) ? 'agent-protocol-error' : null));
  return troubleFact(known ?? 'agent-failed', said, fatal);
}

/** What the last words of an agent mean that said nothing by the protocol. */
export function troubleOfWords(said: string, otherwise: string): AgentFact {
  const code = byWords(said);
  return code === null
    ? troubleFact('agent-failed', otherwise, true)
    : troubleFact(code, said, true);
}

/** A trouble of that kind. */
export const troubleFact = (code: TroubleCode, text: string, fatal: boolean): AgentFact => ({
  kind: 'trouble',
  code,
  text: text.trim().slice(-TEXT_LENGTH),
  fatal,
});

/** As claude-agent-acp names them. */
const KINDS: Readonly<Record<string, TroubleCode>> = {
  authentication_failed: 'agent-not-logged-in',
  overloaded: 'agent-server-error',
  rate_limit: 'agent-rate-limited',
  server_error: 'agent-server-error',
  transport_lost: 'agent-failed',
};

const WORDS: readonly (readonly [TroubleCode, RegExp])[] = [
  [
    'agent-context-overflow',
    /prompt is too long|context[ _-]?(?:length|window|overflow)|exceed\w* (?:\w+ ){0,5}(?:token|context)/i,
  ],
  [
    'agent-stream-cut',
    /ECONNRESET|socket hang up|connection to the API was lost|stream_?(?:truncated|error|ended)|incomplete stream|premature|closed unexpectedly|other side closed|\bterminated\b/i,
  ],
  ['agent-unreachable', /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed|cannot connect/i],
  [
    'agent-not-logged-in',
    /\b401\b|unauthori[sz]ed|not logged in|log ?in (?:first|required)|authentication|invalid (?:x-)?api[ _-]key/i,
  ],
  ['agent-rate-limited', /\b429\b|rate.?limit|too many requests|quota exceeded/i],
  ['agent-server-error', /\b5(?:00|02|03|04|29)\b|overloaded|server error/i],
];

const byWords = (said: string): TroubleCode | null =>
  WORDS.find(([, words]) => words.test(said))?.[0] ?? null;
