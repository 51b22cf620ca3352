import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChatReader } from '../../../../src/adapters/agents/gemini/chat-reader.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import { linesOf, ofKind, readSession } from './samples.ts';

const line = (record: object): string => JSON.stringify(record);
const prompt = line({ type: 'user', content: [{ text: 'Write a.txt\nand more' }] });
const factsOf = (timed: readonly { readonly fact: unknown }[]): readonly unknown[] =>
  timed.map(({ fact }) => fact);

describe('chat reader', () => {
  it.each([
    ['parallel', { input: 7035, cacheRead: 1415, cacheWrite: 0, output: 360, reasoning: 40 }],
    ['off', { input: 2007, cacheRead: 403, cacheWrite: 0, output: 102, reasoning: 11 }],
  ])('counts the tokens of %s as the server did', (name, counted) => {
    const { summary, reader } = readSession(name);
    expect(summary.usage?.total).toEqual(counted);
    expect(reader.requests).toHaveLength(summary.usage?.requests?.length ?? 0);
  });

  it('tells each request once, however often it is written', () => {
    const { facts, reader } = readSession('parallel');
    const requests = ofKind(facts, 'request');
    expect(requests.map(({ sub }) => sub).filter(Boolean)).toHaveLength(4);
    expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(['gemini-2.5-pro']));
    const again = linesOf('parallel/main.jsonl').flatMap((one) => reader.feed(null, one));
    expect(again).toEqual([]);
  });

  it('waits for the tokens of a record that has none yet', () => {
    const reader = makeChatReader('/repo');
    const record = { id: '1', type: 'gemini', model: 'm' };
    expect(reader.feed(null, line({ ...record, tokens: null }))).toEqual([]);
    const tokens = { input: 12, cached: 2, output: 3, thoughts: 4, tool: 1, total: 20 };
    expect(factsOf(reader.feed(null, line({ ...record, tokens })))).toEqual([
      {
        kind: 'request',
        sub: false,
        model: 'm',
        usage: { input: 11, cacheRead: 2, cacheWrite: 0, output: 7, reasoning: 4 },
      },
    ]);
  });

  it('sees sub-agents start and end, and what they do', () => {
    const { facts, summary } = readSession('parallel');
    expect(summary.subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(ofKind(facts, 'tool').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['write a.txt', 'shell echo B > b.txt']),
    );
    expect(ofKind(facts, 'command')).toContainEqual({
      kind: 'command',
      argv: 'ls; cat a.txt b.txt',
      exit: 0,
    });
  });

  it('tells the exit code of a command that failed', () => {
    expect(ofKind(readSession('off').facts, 'command')).toEqual([
      { kind: 'command', argv: 'ls nothing', exit: 2 },
    ]);
  });

  it('tells the end of a sub-agent that did not tell it itself, once', () => {
    const reader = makeChatReader('/repo');
    const fact = { kind: 'sub-agent', name: 'Write a.txt' };
    for (const id of ['s1', 's2']) {
      expect(factsOf(reader.feed(id, prompt))).toEqual([{ ...fact, id, phase: 'started' }]);
      expect(reader.feed(id, prompt)).toEqual([]);
    }
    const call = { id: 'c', name: 'invoke_agent', status: 'error', agentId: 's1' };
    const record = line({ id: '1', type: 'gemini', toolCalls: [call] });
    expect(factsOf(reader.feed(null, record))).toEqual([{ ...fact, id: 's1', phase: 'ended' }]);
    expect(reader.leftOver()).toEqual([{ ...fact, id: 's2', phase: 'ended' }]);
    expect(reader.leftOver()).toEqual([]);
  });

  it('can be gone on with from the first prompt of the main agent on', () => {
    const reader = makeChatReader('/repo');
    reader.feed('s', prompt);
    reader.feed(null, line({ $set: { messages: [{ type: 'user' }] } }));
    expect(reader.begun).toBe(false);
    reader.feed(null, prompt);
    expect(reader.begun).toBe(true);
  });

  it('makes something of every line, and never fails', () => {
    const record = fc.record({
      type: fc.constantFrom('user', 'gemini'),
      tokens: fc.jsonValue(),
      toolCalls: fc.jsonValue(),
      content: fc.jsonValue(),
    });
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      record.map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        const reader = makeChatReader('/repo');
        const facts = lines.flatMap((one) => reader.feed('s', one)).map(({ fact }) => fact);
        expect(facts.reduce(summarise, emptySummary).unknownRecords).toBe(0);
      }),
    );
  });
});
