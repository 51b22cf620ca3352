import { describe, expect, it } from 'vitest';
import { troubleOf } from '../../../../src/adapters/agents/claude-code/trouble.ts';

describe('what went wrong is told by', () => {
  it.each([
    ['the kind', { error: 'authentication_failed' }, 'Not logged in', 'agent-not-logged-in'],
    ['the kind', { error: 'rate_limit', api_error_status: 429 }, 'x', 'agent-rate-limited'],
    ['the kind', { error: 'overloaded', error_status: 529 }, 'x', 'agent-server-error'],
    ['the status', { error: 'server_error', api_error_status: 529 }, 'x', 'agent-server-error'],
    ['the status', { api_error_status: 403 }, 'x', 'agent-not-logged-in'],
    ['the status', { error: 'unknown', error_status: 429 }, 'x', 'agent-rate-limited'],
    ['the end', { terminal_reason: 'prompt_too_long' }, 'x', 'agent-context-overflow'],
    [
      'the words',
      { error: 'invalid_request', api_error_status: 400 },
      'Prompt is too long · the request is ~250000 tokens',
      'agent-context-overflow',
    ],
    [
      'the words',
      { error: 'server_error', api_error: 'connection_failed' },
      'API Error: Connection to the API was lost (ECONNRESET).',
      'agent-stream-cut',
    ],
    [
      'the words',
      { error: 'server_error', api_error: 'connection_failed' },
      'API Error: Connection refused (ECONNREFUSED)',
      'agent-unreachable',
    ],
    [
      'the words',
      { error: 'unknown' },
      'which failed with: stream_truncated, StreamTruncatedError',
      'agent-stream-cut',
    ],
    [
      'the lack of an answer',
      { subtype: 'api_retry', error: 'unknown', error_status: null },
      'tries again',
      'agent-unreachable',
    ],
    ['the kind alone', { error: 'server_error' }, 'x', 'agent-server-error'],
    ['nothing', { error: 'billing_error', api_error_status: 400 }, 'Too low', 'agent-failed'],
  ])('%s: %j %s', (_, record, said, code) => {
    expect(troubleOf(record, said)).toEqual({ code, text: said });
  });
});
