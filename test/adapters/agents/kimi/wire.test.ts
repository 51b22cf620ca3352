import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeWireReader } from '../../../../src/adapters/agents/kimi/wire.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import { ofKind, readSession } from './samples.ts';

const line = (record: object): string => JSON.stringify(record);

describe('wire reader', () => {
  it.each([
    ['parallel', 8049, 1621, 414],
    ['swarm', 6021, 1209, 306],
    ['terminated', 4007, 803, 202],
    ['gone-on-with', 4021, 809, 206],
  ])('counts the tokens of %s as the server did', (name, input, cacheRead, output) => {
    const { usage } = readSession(name, '/repo').summary;
    expect(usage?.total).toEqual({ input, cacheRead, cacheWrite: 0, output });
    expect(usage?.lowerBound).toBe(false);
  });

  it('tells each request once, by the model that its provider knows', () => {
    const { facts, summary } = readSession('parallel', '/repo/tree');
    const requests = ofKind(facts, 'request');
    expect(requests.map(({ sub }) => sub).filter(Boolean)).toHaveLength(5);
    expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(['kimi-fake']));
    expect(summary.model).toBe('kimi-fake');
    expect(summary.usage?.sub).toEqual({
      input: 5028,
      cacheRead: 1012,
      cacheWrite: 0,
      output: 258,
    });
  });

  it.each(['parallel', 'swarm'])('sees the sub-agents of %s start and end', (name) => {
    const { facts, summary } = readSession(name, '/repo');
    expect(summary.subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    const started = ofKind(facts, 'sub-agent').filter(({ phase }) => phase === 'started');
    expect(started.map(({ id }) => id)).toEqual(['agent-0', 'agent-1']);
  });

  it('tells the ends of sub-agents that were stopped with their session', () => {
    const { summary, reader } = readSession('terminated', '/repo');
    expect(summary.subAgents).toMatchObject({ started: 2, ended: 2 });
    expect(reader.leftOver()).toEqual([]);
    expect(summary.trouble).toBeNull();
  });

  it('tells the end of a sub-agent that has none in the records, once', () => {
    const reader = makeWireReader('/ws', null);
    const spawned = line({ type: 'subagent.spawned', subagentId: 'agent-0', description: 'A' });
    expect(reader.feed('main', spawned)).toHaveLength(1);
    expect(reader.feed('main', line({ type: 'subagent.started', subagentId: 'agent-0' }))).toEqual(
      [],
    );
    expect(reader.leftOver()).toEqual([
      { kind: 'sub-agent', id: 'agent-0', phase: 'ended', name: 'A' },
    ]);
    expect(reader.leftOver()).toEqual([]);
  });

  it.each([
    ['off', ' is disabled by the active tool policy', 2],
    ['gone-on-with', ' not found', 1],
  ])('tells refused sub-agents of %s', (name, why, count) => {
    const { facts, summary } = readSession(name, '/repo');
    expect(summary.subAgents).toEqual({ started: 0, ended: 0, refused: count, mostAtOnce: 0 });
    expect(new Set(ofKind(facts, 'sub-agent').map(({ id }) => id)).size).toBe(count);
    expect(summary.refused).toHaveLength(count);
    expect(summary.refused[0]).toContain(`Tool "Agent"${why}`);
  });

  it('tells commands with their exit codes, and paths below the workspace', () => {
    const { facts } = readSession('off', '/repo');
    expect(ofKind(facts, 'command')).toEqual([
      { kind: 'command', argv: 'ls; cat a.txt b.txt', exit: 1 },
    ]);
    const goneOn = readSession('gone-on-with', '/repo/tree').facts;
    expect(ofKind(goneOn, 'tool').map(({ text }) => text)).toContain('write s.txt');
    // It was stopped: nobody knows how it would have ended.
    expect(ofKind(goneOn, 'command')[0]).toMatchObject({ exit: null });
  });

  it('tells a rate limit, first as something it goes on after, then as the end', () => {
    const { facts, reader } = readSession('rate-limited', '/repo');
    expect(ofKind(facts, 'trouble')).toEqual([
      { kind: 'trouble', code: 'agent-rate-limited', text: '429 scripted 429', fatal: false },
      { kind: 'trouble', code: 'agent-rate-limited', text: '429 scripted 429', fatal: true },
    ]);
    expect(reader.failed).toBe(true);
  });

  it('can be gone on with from the first prompt of the main agent on', () => {
    const reader = makeWireReader('/ws', null);
    reader.feed('agent-0', line({ type: 'turn.prompt', agentId: 'agent-0' }));
    expect(reader.prompts).toBe(0);
    reader.feed('main', line({ type: 'turn.prompt', agentId: 'main' }));
    expect(reader.prompts).toBe(1);
  });

  it('does not count what a sub-agent was given of its caller', () => {
    const usage = { inputOther: 5, output: 1, inputCacheRead: 0, inputCacheCreation: 2 };
    const reader = makeWireReader('/ws', null);
    const record = { type: 'usage.record', model: 'm', usage };
    expect(reader.feed('agent-0', line({ ...record, agentId: 'main' }))).toEqual([]);
    expect(reader.feed('agent-0', line({ ...record, agentId: 'agent-0' }))).toEqual([
      {
        kind: 'request',
        sub: true,
        model: 'm',
        usage: { input: 5, cacheRead: 0, cacheWrite: 2, output: 1 },
      },
    ]);
  });

  it('says when a model works with another effort than it was asked for', () => {
    expect(readSession('off', '/repo', 'high').summary.refused[0]).toBe(
      'effort high: kimi-fake works with effort off',
    );
    expect(readSession('parallel', '/repo', 'off').summary.refused).toEqual([]);
  });

  it('makes something of every line, and never fails', () => {
    const types = ['usage.record', 'llm.request', 'context.append_loop_event', 'turn.ended'];
    const record = fc.record({ type: fc.constantFrom(...types), event: fc.jsonValue() });
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      record.map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        const reader = makeWireReader('/ws', null);
        const facts = lines.flatMap((one) => reader.feed('main', one));
        expect(facts.reduce(summarise, emptySummary).unknownRecords).toBe(0);
      }),
    );
  });
});
