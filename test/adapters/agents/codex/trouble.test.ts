import { expect, it } from 'vitest';
import { troubleOf } from '../../../../src/adapters/agents/codex/trouble.ts';

it.each([
  ['unauthorized', '', 'agent-not-logged-in'],
  ['contextWindowExceeded', '', 'agent-context-overflow'],
  ['usageLimitExceeded', 'Quota exceeded.', 'agent-rate-limited'],
  ['internalServerError', 'high demand', 'agent-server-error'],
  [{ httpConnectionFailed: { httpStatusCode: 401 } }, '', 'agent-not-logged-in'],
  [{ httpConnectionFailed: { httpStatusCode: 529 } }, '', 'agent-server-error'],
  [{ httpConnectionFailed: { httpStatusCode: null } }, '', 'agent-unreachable'],
  [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, '', 'agent-rate-limited'],
  [{ responseStreamDisconnected: { httpStatusCode: null } }, '', 'agent-stream-cut'],
  [
    { responseStreamDisconnected: { httpStatusCode: null } },
    'we are experiencing high demand',
    'agent-server-error',
  ],
  // It waits for the network, as long as it takes.
  [
    { responseStreamDisconnected: { httpStatusCode: null } },
    'Reconnecting... waiting for network: Connection failed: error sending request',
    'agent-unreachable',
  ],
  ['other', 'stream disconnected before completion: network error', 'agent-stream-cut'],
  [
    'other',
    'stream disconnected before completion: error sending request for url',
    'agent-unreachable',
  ],
  ['other', 'unexpected status 429 Too Many Requests', 'agent-rate-limited'],
  ['somethingNew', 'no idea', 'agent-failed'],
  [null, '', 'agent-failed'],
])('tells %j with "%s" as it is', (codexErrorInfo, message, code) => {
  expect(troubleOf({ codexErrorInfo, message }).code).toBe(code);
});
