import { describe, expect, it } from 'vitest';
import { recordDecoder } from '../../../src/adapters/agents/record-decoder.ts';

describe('record decoder', () => {
  const decoder = recordDecoder((record) => [{ kind: 'said', text: String(record['text']) }]);

  it('reads the own records of an agent', () => {
    expect(decoder.feed('{"text":"hi"}')).toEqual([{ kind: 'said', text: 'hi' }]);
  });

  it('takes what a driver tells for a fact, whatever else is in the line', () => {
    const fact = { kind: 'tool', text: 'edit a' };
    expect(decoder.feed(JSON.stringify({ fanin: fact, text: 'hi' }))).toEqual([fact]);
    expect(decoder.feed('{"fanin":{"kind":"new"}}')).toMatchObject([{ kind: 'unknown' }]);
  });

  it.each(['no json', '[]', '"text"', '{"text":'])('finds no object in %s', (line) => {
    expect(decoder.feed(line)).toEqual([
      { kind: 'unknown', what: 'a line that is no JSON object' },
    ]);
    expect(recordDecoder(() => [], []).feed(line)).toEqual([]);
  });

  it.each(['', '  '])('passes over an empty line: %j', (line) => {
    expect(decoder.feed(line)).toEqual([]);
  });
});
