import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/gemini/decoder.ts';
import { linesOf } from './samples.ts';

const decode = (...lines: readonly string[]) => {
  const decoder = makeDecoder();
  return lines.flatMap((line) => decoder.feed(line));
};
const piece = (content: string): string =>
  JSON.stringify({ type: 'message', role: 'assistant', content, delta: true });
const result = '{"type":"result","status":"success"}';

describe('decoder', () => {
  it('tells the session, tools, and what the agent says', () => {
    const [identity, ...facts] = decode(...linesOf('parallel/stdout.jsonl'));
    expect(identity).toMatchObject({ kind: 'identity', model: 'gemini-2.5-pro' });
    expect(facts).toEqual([
      { kind: 'said', text: 'Two.' },
      { kind: 'tool', text: 'invoke_agent generalist' },
      { kind: 'tool', text: 'invoke_agent generalist' },
      { kind: 'tool', text: 'shell ls; cat a.txt b.txt' },
      { kind: 'said', text: 'Both in.' },
      { kind: 'result', text: '', failed: false, costUsd: null },
    ]);
  });

  it('puts together what is said in pieces', () => {
    expect(decode(piece('All '), piece('done.'), result)).toMatchObject([
      { kind: 'said', text: 'All done.' },
      { kind: 'result', failed: false },
    ]);
  });

  it('does not lose what was said before the turn was ended', () => {
    const user = '{"type":"message","role":"user","content":"Go on."}';
    expect(decode(piece('Half'), user, piece('New.'), result)).toMatchObject([
      { kind: 'said', text: 'Half' },
      { kind: 'said', text: 'New.' },
      { kind: 'result' },
    ]);
  });

  it('tells refused tools and sub-agents', () => {
    const facts = decode(...linesOf('off/stdout.jsonl'));
    const refused = facts.filter(({ kind }) => kind === 'refused');
    expect(refused).toEqual([
      { kind: 'refused', text: expect.stringContaining('"invoke_agent" not found') as string },
      { kind: 'refused', text: expect.stringContaining('Path not in workspace') as string },
    ]);
    expect(facts.filter(({ kind }) => kind === 'sub-agent')).toMatchObject([{ phase: 'refused' }]);
  });

  it('tells that it failed', () => {
    expect(decode(...linesOf('rate-limited/stdout.jsonl'))).toContainEqual({
      kind: 'result',
      text: '',
      failed: true,
      costUsd: null,
    });
  });

  it('hands on the facts of the driver', () => {
    const fact = { kind: 'message', id: 'm', way: 'resume' };
    expect(decode(JSON.stringify({ fanin: fact }))).toEqual([fact]);
  });

  it.each([
    ['{"type":"new"}', 'new'],
    ['{}', 'no type'],
    ['text', 'a line that is no JSON object'],
  ])('does not know %s', (line, what) => expect(decode(line)).toEqual([{ kind: 'unknown', what }]));
});
