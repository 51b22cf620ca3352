import type { TroubleCode } from '../../../domain/receipt/agent-fact.ts';
import { textAt, type JsonRecord } from '../../../domain/json-record.ts';

/** What went wrong between the CLI and its service. */
export interface ClaudeTrouble {
  readonly code: TroubleCode;
  readonly text: string;
}

const TEXT_LENGTH = 500;

/**
 * What a failed answer tells: a synthetic message of type `assistant`, a `result`, or a
 * `system/api_retry`. By the CLI's own kind of error, then by the HTTP status, then by its words.
 */
export function troubleOf(record: JsonRecord, said: string): ClaudeTrouble {
  return { code: codeOf(record, said), text: said.trim().slice(0, TEXT_LENGTH) };
}

function codeOf(record: JsonRecord, said: string): TroubleCode {
  const overflown = textAt(record, 'terminal_reason') === 'prompt_too_long';
  if (overflown || /^prompt is too long/i.test(said)) return 'agent-context-overflow';
  const known = KINDS[textAt(record, 'error') ?? ''];
  if (known !== undefined) return known;
  return byStatus(record['api_error_status'] ?? record['error_status']) ?? byWords(record, said);
}

const KINDS: Readonly<Record<string, TroubleCode>> = {
  account_on_hold: 'agent-not-logged-in',
  authentication_failed: 'agent-not-logged-in',
  cloud_credential_error: 'agent-not-logged-in',
  oauth_org_not_allowed: 'agent-not-logged-in',
  overloaded: 'agent-server-error',
  rate_limit: 'agent-rate-limited',
  verification_required: 'agent-not-logged-in',
};

function byStatus(status: unknown): TroubleCode | null {
  if (typeof status !== 'number') return null;
  if (status === 401 || status === 403) return 'agent-not-logged-in';
  if (status === 429) return 'agent-rate-limited';
  return status >= 500 ? 'agent-server-error' : null;
}

/** A service that gave no status: its answer broke off, or it was not reached at all. */
function byWords(record: JsonRecord, said: string): TroubleCode {
  if (/not logged in|\/login/i.test(said)) return 'agent-not-logged-in';
  if (/ECONNRESET|connection to the API was lost|stream_?truncated|socket hang up/i.test(said)) {
    return 'agent-stream-cut';
  }
  if (textAt(record, 'api_error') === 'connection_failed') return 'agent-unreachable';
  if (textAt(record, 'error') === 'server_error') return 'agent-server-error';
  // A retry tells no words; without a status there was no answer.
  const unanswered = textAt(record, 'subtype') === 'api_retry' && record['error_status'] === null;
  return unanswered ? 'agent-unreachable' : 'agent-failed';
}
