import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/kimi/decoder.ts';
import { linesOf } from './samples.ts';

const decode = (...lines: readonly string[]) => {
  const decoder = makeDecoder();
  return lines.flatMap((line) => decoder.feed(line));
};

describe('decoder', () => {
  it('tells the version and what the agent says, and leaves the rest to the driver', () => {
    expect(decode(...linesOf('parallel/stdout.jsonl'))).toEqual([
      { kind: 'identity', version: '2.1.0', model: null, session: null },
      { kind: 'said', text: 'Starting two agents.' },
      { kind: 'said', text: 'Both parts are in.' },
    ]);
  });

  it('hands on the facts of the driver', () => {
    const fact = { kind: 'message', id: 'm', way: 'resume' };
    expect(decode(JSON.stringify({ fanin: fact }))).toEqual([fact]);
  });

  it.each(['{"role":"meta","type":"turn.step.retrying"}', '{"type":"goal.summary"}', '', '  '])(
    'passes over %j',
    (line) => expect(decode(line)).toEqual([]),
  );

  it.each([
    ['{"role":"meta","type":"new"}', 'meta/new'],
    ['{"role":"prophet"}', 'prophet'],
    ['{}', 'no role'],
    ['text', 'a line that is no JSON object'],
  ])('does not know %s', (line, what) => expect(decode(line)).toEqual([{ kind: 'unknown', what }]));
});
