import type { AgentFact, TroubleCode } from '../../../domain/receipt/agent-fact.ts';

/** A failure as the CLI tells it: in a turn's end, before a further try, or on its last line of errors. */
export interface KimiError {
  /** `provider.rate_limit`, …; null before a further try. */
  readonly code: string | null;
  /** The class of the error: `APIConnectionError`, … */
  readonly name: string | null;
  /** Of the answer of the model's server; null when there was none. */
  readonly status: number | null;
  readonly message: string;
}

/** The fact for a failure. */
export function troubleOf(error: KimiError, fatal: boolean): AgentFact {
  const text = error.message.trim().slice(0, 300);
  return { kind: 'trouble', code: codeOf(error), text, fatal };
}

function codeOf(error: KimiError): TroubleCode {
  return byCode(error.code ?? '') ?? byName(error) ?? byStatus(error.status) ?? byMessage(error);
}

function byCode(code: string): TroubleCode | null {
  switch (code) {
    case 'provider.auth_error':
      return 'agent-not-logged-in';
    case 'provider.rate_limit':
      return 'agent-rate-limited';
    case 'provider.overloaded':
      return 'agent-server-error';
    case 'context.overflow':
      return 'agent-context-overflow';
    default:
      return null;
  }
}

function byName({ name, message }: KimiError): TroubleCode | null {
  switch (name) {
    case 'APIProviderRateLimitError':
    case 'APIProviderQuotaExhaustedError':
      return 'agent-rate-limited';
    case 'APIContextOverflowError':
      return 'agent-context-overflow';
    case 'APIConnectionError':
      return CUT.test(message) ? 'agent-stream-cut' : 'agent-unreachable';
    case 'APITimeoutError':
      return 'agent-unreachable';
    default:
      return null;
  }
}

function byStatus(status: number | null): TroubleCode | null {
  if (status === null) return null;
  if (status === 401 || status === 403) return 'agent-not-logged-in';
  if (status === 429) return 'agent-rate-limited';
  return status >= 500 ? 'agent-server-error' : null;
}

function byMessage({ message }: KimiError): TroubleCode {
  if (NOT_LOGGED_IN.test(message)) return 'agent-not-logged-in';
  return /\bJSON\b/.test(message) ? 'agent-protocol-error' : 'agent-failed';
}

/** What Node says of a connection that broke in the middle of an answer. */
const CUT = /terminated|aborted|premature|socket hang up|other side closed|ECONNRESET/i;

const NOT_LOGGED_IN = /No model configured|no credential configured|\/login|kimi login|re-login/;
