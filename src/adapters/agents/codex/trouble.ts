import type { TroubleCode } from '../../../domain/receipt/agent-fact.ts';
import { isRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** What went wrong in a turn, told apart by Codex's own error kinds, then by the HTTP status, then by its words. */
export function troubleOf(error: JsonRecord): { code: TroubleCode; text: string } {
  const said = [textAt(error, 'message'), textAt(error, 'additionalDetails')]
    .filter((part) => part !== null && part !== '')
    .join(': ');
  const info = error['codexErrorInfo'];
  return { code: codeOf(info, said), text: said.slice(0, 500) };
}

function codeOf(info: unknown, said: string): TroubleCode {
  const kind = typeof info === 'string' ? info : isRecord(info) ? (Object.keys(info)[0] ?? '') : '';
  const known = KINDS[kind];
  if (known !== undefined) return known;
  const status = isRecord(info) ? recordAt(info, kind)['httpStatusCode'] : null;
  const byStatus = codeOfStatus(typeof status === 'number' ? status : statusIn(said));
  return (
    byStatus ?? WORDS.find(({ says }) => says.test(said))?.code ?? OTHER[kind] ?? 'agent-failed'
  );
}

const KINDS: Readonly<Record<string, TroubleCode>> = {
  unauthorized: 'agent-not-logged-in',
  contextWindowExceeded: 'agent-context-overflow',
  usageLimitExceeded: 'agent-rate-limited',
  rateLimitExceeded: 'agent-rate-limited',
  serverOverloaded: 'agent-server-error',
  internalServerError: 'agent-server-error',
  flexUnavailable: 'agent-server-error',
};

/** Kinds that leave it to the status or the words, when neither tells. */
const OTHER: Readonly<Record<string, TroubleCode>> = {
  httpConnectionFailed: 'agent-unreachable',
  responseStreamConnectionFailed: 'agent-unreachable',
  responseStreamDisconnected: 'agent-stream-cut',
  responseTooManyFailedAttempts: 'agent-server-error',
};

const WORDS: readonly { readonly says: RegExp; readonly code: TroubleCode }[] = [
  { says: /not logged in|log in again|api key|refresh token/i, code: 'agent-not-logged-in' },
  { says: /error sending request|connection refused|dns error/i, code: 'agent-unreachable' },
  { says: /high demand|overloaded/i, code: 'agent-server-error' },
  { says: /stream (?:disconnected|closed)|before completion/i, code: 'agent-stream-cut' },
];

const statusIn = (said: string): number | null => {
  const status = /\bstatus:? (\d{3})\b/.exec(said)?.[1];
  return status === undefined ? null : Number(status);
};

function codeOfStatus(status: number | null): TroubleCode | null {
  if (status === null) return null;
  if (status === 401 || status === 403) return 'agent-not-logged-in';
  if (status === 429) return 'agent-rate-limited';
  return status >= 500 ? 'agent-server-error' : null;
}
