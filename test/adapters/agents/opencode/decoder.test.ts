import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/opencode/decoder.ts';
import { linesOf } from './samples.ts';

const decode = (...lines: readonly string[]) => {
  const decoder = makeDecoder();
  return lines.flatMap((line) => decoder.feed(line));
};

describe('decoder', () => {
  it('tells what the agent says, and leaves the rest to the driver', () => {
    expect(decode(...linesOf('parallel.stdout.jsonl'))).toEqual([
      { kind: 'said', text: 'Two.' },
      { kind: 'said', text: 'Both in.' },
    ]);
  });

  it('hands on the facts of the driver', () => {
    const fact = { kind: 'message', id: 'm', way: 'resume' };
    expect(decode(JSON.stringify({ fanin: fact }))).toEqual([fact]);
  });

  it.each([
    '{"type":"error","error":{}}',
    '{"type":"text","part":{"text":"go on","synthetic":true}}',
    '! permission requested: bash (ls); auto-rejecting',
    '',
  ])('passes over %j', (line) => expect(decode(line)).toEqual([]));

  it.each([
    ['{"type":"new"}', 'new'],
    ['{}', 'no type'],
  ])('does not know %s', (line, what) => expect(decode(line)).toEqual([{ kind: 'unknown', what }]));
});
