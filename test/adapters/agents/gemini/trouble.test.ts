import { describe, expect, it } from 'vitest';
import { troubleOf, troubleOfExit } from '../../../../src/adapters/agents/gemini/trouble.ts';

const api = (code: number, message: string, status = 'X'): string =>
  `[API Error: ${JSON.stringify({ error: { code, message, status } })}]`;

describe('troubles', () => {
  it.each([
    ['agent-not-logged-in', api(401, 'no')],
    ['agent-not-logged-in', api(400, 'API key not valid. Please pass a valid API key.')],
    ['agent-rate-limited', '[API Error: scripted 429]\nPlease wait and try again later.'],
    ['agent-rate-limited', api(429, 'You exceeded your current quota')],
    ['agent-server-error', api(500, 'An internal error has occurred')],
    ['agent-server-error', api(503, 'The model is overloaded.')],
    ['agent-stream-cut', '[API Error: terminated]'],
    ['agent-unreachable', '[API Error: exception TypeError: fetch failed sending request]'],
    ['agent-context-overflow', api(400, 'The input token count (12) exceeds the maximum number')],
    ['agent-failed', api(400, 'Unknown name "x"')],
    ['agent-failed', ''],
  ])('are %s for %s', (code, words) =>
    expect(troubleOf(words, true)).toMatchObject({ kind: 'trouble', code, fatal: true }),
  );

  it.each([
    ['agent-not-logged-in', 41, 'Please set an Auth method in your settings.json', null],
    ['agent-first-run', 55, 'Gemini CLI is not running in a trusted directory.', null],
    ['agent-failed', 42, '', 'it ended with 42 before it had a result'],
    ['agent-failed', null, '', 'it ended with a signal before it had a result'],
    ['agent-protocol-error', 0, '', 'it ended with 0 before it had a result'],
    ['agent-failed', 1, 'Error: no such\n    at x (y:1)\n{\n  status: 4\n}\n', 'Error: no such'],
  ])('are %s for the exit code %s', (code, exit, errors, text) =>
    expect(troubleOfExit(exit, errors)).toMatchObject({ code, text: text ?? errors, fatal: true }),
  );
});
