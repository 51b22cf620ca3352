import { describe, expect, it } from 'vitest';
import { troubleOf, type KimiError } from '../../../../src/adapters/agents/kimi/trouble.ts';

const NOTHING: KimiError = { code: null, name: null, status: null, message: '' };

describe('troubles', () => {
  it.each<[string, Partial<KimiError>]>([
    ['agent-not-logged-in', { code: 'provider.auth_error', name: 'APIStatusError', status: 401 }],
    ['agent-not-logged-in', { message: 'No model configured. Run `kimi` and use /login' }],
    ['agent-not-logged-in', { message: 'provider fake has no credential configured' }],
    ['agent-rate-limited', { code: 'provider.rate_limit', status: 429 }],
    // Its own code for a used-up quota is the one for any error.
    ['agent-rate-limited', { code: 'provider.api_error', name: 'APIProviderQuotaExhaustedError' }],
    ['agent-server-error', { code: 'provider.api_error', name: 'APIStatusError', status: 500 }],
    ['agent-server-error', { code: 'provider.overloaded', status: 529 }],
    ['agent-context-overflow', { code: 'context.overflow', name: 'Error2' }],
    ['agent-stream-cut', { name: 'APIConnectionError', message: 'terminated' }],
    ['agent-unreachable', { name: 'APIConnectionError', message: 'Connection error.' }],
    ['agent-protocol-error', { message: 'Error: Unexpected end of JSON input' }],
    ['agent-failed', { code: 'provider.api_error', status: 400, message: 'no such field' }],
    ['agent-failed', {}],
  ])('is %s for %j', (code, error) => {
    const fact = { kind: 'trouble', code, text: error.message ?? '', fatal: true };
    expect(troubleOf({ ...NOTHING, ...error }, true)).toEqual(fact);
  });
});
