import { describe, expect, it } from 'vitest';
import { troubleOf, troubleOfWords } from '../../../../src/adapters/agents/acp/trouble.ts';

describe('troubles of ACP agents', () => {
  it.each([
    [-32000, 'Choose one of your accounts', {}, 'agent-not-logged-in'],
    [-32000, 'Authentication required: 401 Invalid Authentication', {}, 'agent-not-logged-in'],
    [-32603, 'Internal error: scripted 401', {}, 'agent-not-logged-in'],
    [-32603, 'Internal error: API Error: Request rejected (429)', {}, 'agent-rate-limited'],
    [-32603, 'Internal error', { errorKind: 'rate_limit' }, 'agent-rate-limited'],
    [-32603, 'Internal error', { details: 'HTTP 503 from the service' }, 'agent-server-error'],
    [-32603, 'Internal error: Overloaded', {}, 'agent-server-error'],
    [
      -32603,
      'Internal error: API Error: Connection to the API was lost (ECONNRESET).',
      { errorKind: 'server_error' },
      'agent-stream-cut',
    ],
    [
      -32603,
      'Internal error: Prompt is too long · the request is ~300000 tokens',
      { errorKind: 'invalid_request' },
      'agent-context-overflow',
    ],
    [
      -32603,
      'Internal error: Cannot connect to API: The socket connection was closed unexpectedly.',
      {},
      'agent-stream-cut',
    ],
    [
      400,
      'The input token count (300000) exceeds the maximum number of tokens allowed',
      {},
      'agent-context-overflow',
    ],
    [-32603, 'connect ECONNREFUSED 127.0.0.1:1', {}, 'agent-unreachable'],
    [-32601, '"Method not found": session/new', {}, 'agent-protocol-error'],
    [-32602, 'Invalid params', {}, 'agent-protocol-error'],
    [-32603, 'Internal error', {}, 'agent-failed'],
    [null, 'the agent is gone', {}, 'agent-failed'],
  ])('%s %s %j is %4$s', (code, message, data, expected) => {
    expect(troubleOf({ code, message, data }, true)).toMatchObject({ code: expected, fatal: true });
  });

  it('takes last words that mean nothing for no more than that', () => {
    expect(troubleOfWords('bye', 'it ended')).toMatchObject({
      code: 'agent-failed',
      text: 'it ended',
    });
    expect(troubleOfWords('Error: 429 Too Many Requests', 'it ended')).toMatchObject({
      code: 'agent-rate-limited',
      text: 'Error: 429 Too Many Requests',
    });
  });
});
