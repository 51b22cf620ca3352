import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEventReader } from '../../../../src/adapters/agents/opencode/events.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import { linesOf, ofKind, readRun } from './samples.ts';

const event = (type: string, properties: object): string => JSON.stringify({ type, properties });
const session = (id: string, parentID?: string): string =>
  event('session.created', { info: { id, parentID, title: `title of ${id}`, version: '1.18.33' } });
const status = (sessionID: string, type: string): string =>
  event('session.status', { sessionID, status: { type } });

describe('event reader', () => {
  it.each([
    ['parallel', { input: 7035, cacheRead: 1415, cacheWrite: 0, output: 360, reasoning: 40 }],
    ['off', { input: 2007, cacheRead: 403, cacheWrite: 0, output: 102, reasoning: 11 }],
    ['overflow', { input: 14, cacheRead: 403, cacheWrite: 0, output: 6, reasoning: 6 }],
  ])('counts the tokens of %s as the server did', (name, counted) => {
    expect(readRun(name).summary.usage?.total).toEqual(counted);
  });

  it('tells each request once, sub-agents apart, by the model', () => {
    const { facts, summary, reader } = readRun('parallel');
    const requests = ofKind(facts, 'request');
    expect(requests.map(({ sub }) => sub).filter(Boolean)).toHaveLength(4);
    expect(requests).toHaveLength(7);
    expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(['fake-model']));
    expect(summary).toMatchObject({ version: '1.18.33', model: 'fake-model' });
    expect(summary.session).toBe(reader.session);
    for (const line of linesOf('parallel.jsonl')) {
      expect(ofKind(reader.feed(line), 'request')).toEqual([]);
    }
  });

  it('sees sub-agents start and end, and tools and commands of theirs', () => {
    const { facts, summary } = readRun('parallel');
    expect(summary.subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(ofKind(facts, 'sub-agent')[0]?.name).toBe('Do part a (@general subagent)');
    expect(ofKind(facts, 'tool').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['task Do part a', 'write a.txt', 'bash echo B > b.txt']),
    );
    expect(ofKind(facts, 'command')).toContainEqual({
      kind: 'command',
      argv: 'ls; cat a.txt b.txt',
      exit: 0,
    });
  });

  it('tells the end of a sub-agent that was killed, once', () => {
    const reader = makeEventReader('/repo');
    for (const line of [session('main'), session('sub', 'main')]) reader.feed(line);
    const fact = { kind: 'sub-agent', id: 'sub', name: 'title of sub' };
    expect(reader.feed(status('sub', 'busy'))).toEqual([{ ...fact, phase: 'started' }]);
    expect(reader.feed(status('sub', 'busy'))).toEqual([]);
    expect(reader.leftOver()).toEqual([{ ...fact, phase: 'ended' }]);
    expect(reader.leftOver()).toEqual([]);
  });

  it('does not listen to another session of the same folder', () => {
    const reader = makeEventReader('/repo');
    reader.feed(session('main'));
    const others = [session('other'), session('child', 'other'), status('child', 'busy')];
    expect(others.flatMap((line) => reader.feed(line))).toEqual([]);
  });

  it('tells refused tools and sub-agents', () => {
    const { summary, facts } = readRun('off');
    expect(summary.subAgents).toEqual({ started: 0, ended: 0, refused: 1, mostAtOnce: 0 });
    expect(summary.refused[0]).toMatch(/^task: Model tried to call unavailable tool 'task'/);
    expect(ofKind(facts, 'command')).toEqual([{ kind: 'command', argv: 'ls nothing', exit: 2 }]);
    expect(summary.trouble).toBeNull();
  });

  it('tells tries after a rate limit, and the end', () => {
    const { facts, reader } = readRun('rate-limited');
    const troubles = ofKind(facts, 'trouble');
    expect(troubles).toHaveLength(6);
    expect(new Set(troubles.map(({ code }) => code))).toEqual(new Set(['agent-rate-limited']));
    expect(reader.failure).toEqual(troubles.at(-1));
    expect(reader.finish).toBeNull();
  });

  it('forgets an error that it got over', () => {
    const { reader, summary } = readRun('overflow');
    expect(summary.trouble).toMatchObject({ code: 'agent-context-overflow', fatal: false });
    expect([reader.failure, reader.finish]).toEqual([null, 'stop']);
  });

  it('can be gone on with from the first prompt on', () => {
    const reader = makeEventReader('/repo');
    expect(reader.heard).toBe(false);
    reader.feed(session('main'));
    expect([reader.heard, reader.session]).toEqual([true, null]);
    reader.feed(event('message.updated', { sessionID: 'main', info: { role: 'user' } }));
    expect(reader.session).toBe('main');
  });

  it('makes something of every line, and never fails', () => {
    const types = ['session.status', 'session.error', 'message.updated', 'message.part.updated'];
    const record = fc.record({
      type: fc.constantFrom(...types),
      properties: fc.record({ sessionID: fc.constant('main'), part: fc.jsonValue() }),
    });
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      record.map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        const reader = makeEventReader('/repo');
        const facts = [session('main'), ...lines].flatMap((one) => reader.feed(one));
        expect(facts.reduce(summarise, emptySummary).unknownRecords).toBe(0);
      }),
    );
  });
});
