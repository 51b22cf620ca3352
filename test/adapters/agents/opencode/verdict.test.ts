import { describe, expect, it } from 'vitest';
import { troubleOf } from '../../../../src/adapters/agents/opencode/trouble.ts';
import { gotOver, judge, type LegSeen } from '../../../../src/adapters/agents/opencode/verdict.ts';

const REPORT = { code: 0, signal: null, errors: '', asked: false };
const DONE = { failure: null, finish: 'stop', heard: true };
const seen = (more: {
  report?: Partial<LegSeen['report']>;
  reader?: Partial<LegSeen['reader']>;
  printed?: LegSeen['printed'];
}): LegSeen => ({
  report: { ...REPORT, ...more.report },
  reader: { ...DONE, ...more.reader },
  printed: more.printed ?? null,
});
const failure = troubleOf({ name: 'APIError', data: { message: 'no', statusCode: 401 } });

describe('verdict', () => {
  it.each([
    ['an end by itself', seen({})],
    [
      'an end that was asked for',
      seen({ report: { asked: true, code: 143 }, reader: { failure } }),
    ],
    ['errors that it got over', seen({ report: { code: 1 } })],
  ])('finds no trouble in %s', (_, leg) => expect(judge(leg)).toEqual([]));

  it.each<[string, LegSeen, object]>([
    ['its last error', seen({ reader: { failure } }), { code: 'agent-not-logged-in' }],
    [
      'a refusal that ended it',
      seen({ reader: { finish: 'tool-calls' } }),
      { code: 'agent-failed' },
    ],
    [
      'an error before its session',
      seen({
        report: { code: 1 },
        reader: { finish: null, heard: false },
        printed: { name: 'ProviderAuthError', data: { message: 'no key' } },
      }),
      { code: 'agent-not-logged-in', text: 'no key' },
    ],
    [
      'its last words',
      seen({
        report: { code: 1, errors: 'a\n\u001B[91mError: \u001B[0mModel not found: x\n' },
        reader: { finish: null },
      }),
      { code: 'agent-failed', text: 'Error: Model not found: x' },
    ],
  ])('says of what it ended: %s', (_, leg, fact) =>
    expect(judge(leg)).toEqual([
      expect.objectContaining({ kind: 'trouble', fatal: true, ...fact }),
    ]),
  );

  it('says where it knows nothing', () => {
    const [fact] = judge(seen({ reader: { heard: false, finish: null } }));
    expect(fact).toMatchObject({ code: 'agent-protocol-error', fatal: false });
  });

  it('takes the exit code for what it is where work was done', () => {
    expect(gotOver(seen({ report: { code: 1 } }))).toBe(true);
    expect(gotOver(seen({ report: { code: 1 }, reader: { failure } }))).toBe(false);
    expect(gotOver(seen({ report: { code: 1 }, reader: { finish: 'tool-calls' } }))).toBe(false);
  });
});

describe('troubles', () => {
  it.each([
    ['agent-not-logged-in', { name: 'ProviderAuthError' }],
    ['agent-context-overflow', { name: 'ContextOverflowError' }],
    ['agent-server-error', { data: { statusCode: 529, message: 'x' } }],
    ['agent-server-error', { message: 'Overloaded' }],
    ['agent-rate-limited', { data: { statusCode: 429, message: 'x' } }],
    ['agent-rate-limited', { message: 'scripted 429' }],
    ['agent-stream-cut', { data: { message: 'Connection reset by server' } }],
    ['agent-unreachable', { message: 'Cannot connect to API: Unable to connect.' }],
    ['agent-failed', { name: 'UnknownError' }],
    ['agent-failed', {}],
  ])('is %s for %j', (code, error) => expect(troubleOf(error)).toMatchObject({ code }));
});
