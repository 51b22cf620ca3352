import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/acp/decoder.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

function factsOf(lines: readonly string[]): readonly AgentFact[] {
  const decoder = makeDecoder();
  return lines.flatMap((line) => decoder.feed(line));
}

const recorded = (name: string): readonly AgentFact[] =>
  factsOf(
    readFileSync(new URL(`../../../fixtures/acp/${name}.jsonl`, import.meta.url), 'utf8').split(
      '\n',
    ),
  );
const summaryOf = (facts: readonly AgentFact[]) => facts.reduce(summarise, emptySummary);
const tools = (facts: readonly AgentFact[]) =>
  facts.flatMap((fact) => (fact.kind === 'tool' ? [fact.text] : []));

describe('recorded agents', () => {
  it('claude-agent-acp: sub-agents, and all tokens by model', () => {
    const facts = recorded('claude-sub-agents');
    const seen = summaryOf(facts);
    expect(seen.subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
    expect(tools(facts)).toEqual(['part 1', 'part 2', 'Write a.txt']);
    expect(seen.usage).toMatchObject({
      total: { input: 5021, cacheRead: 1206, cacheWrite: 182, output: 257 },
      models: [{ model: 'claude-opus-5-5' }],
      lowerBound: true,
    });
    expect([seen.version, seen.finalText, seen.unknownRecords]).toEqual([
      '0.101.0',
      'All done.',
      0,
    ]);
    expect(seen.costUsd).toBeGreaterThan(0);
  });

  it('opencode: exit codes, and reasoning that is told apart from the output', () => {
    const facts = recorded('opencode');
    const seen = summaryOf(facts);
    expect(tools(facts)).toEqual(['write hello.txt', 'cp hello.txt copy.txt; exit 3']);
    expect(seen.commands).toEqual([
      { argv: 'cp hello.txt copy.txt; exit 3', exit: 3, source: 'agent' },
    ]);
    expect(seen.usage?.total).toMatchObject({ input: 1014, output: 54, reasoning: 7 });
    expect([seen.model, seen.costUsd, seen.unknownRecords]).toEqual(['fake/fake-model', null, 0]);
  });

  it('Kimi Code: what was refused did not run', () => {
    const facts = recorded('kimi-asks');
    const seen = summaryOf(facts);
    expect(seen.refused).toHaveLength(2);
    expect(seen.commands).toEqual([{ argv: 'git status', exit: 128, source: 'agent' }]);
    expect(tools(facts)).toContain('Writing in.txt');
    expect([seen.usage, seen.unknownRecords]).toEqual([null, 0]);
  });

  it('Gemini CLI: commands by their titles, with no exit codes', () => {
    const seen = summaryOf(recorded('gemini'));
    expect(seen.commands).toEqual([
      { argv: 'cp hello.txt copy.txt; exit 3', exit: null, source: 'agent' },
    ]);
    expect(seen.usage).toMatchObject({ total: { input: 3630, output: 138 }, lowerBound: true });
    expect([seen.model, seen.unknownRecords]).toEqual(['gemini-2.5-pro', 0]);
  });
});

describe('the decoder', () => {
  const rpc = (record: object): string => JSON.stringify({ jsonrpc: '2.0', ...record });
  const update = (sessionUpdate: string, more: object = {}, sessionId = 's'): string =>
    rpc({ method: 'session/update', params: { sessionId, update: { sessionUpdate, ...more } } });
  const chunk = (text: string, more: object = {}, session = 's'): string =>
    update('agent_message_chunk', { content: { type: 'text', text }, ...more }, session);
  const opened = rpc({ id: 1, result: { sessionId: 's' } });
  const answered = (result: object): string => rpc({ id: 2, result });
  const said = (lines: readonly string[]) =>
    factsOf([opened, ...lines]).flatMap((fact) => (fact.kind === 'said' ? [fact.text] : []));

  it('joins the pieces of a message, and tells messages apart', () => {
    const plan = update('plan', { entries: [] });
    const over = answered({ stopReason: 'end_turn' });
    expect(said([chunk('a'), plan, chunk('b'), over])).toEqual(['ab']);
    expect(said([chunk('a', { messageId: '1' }), chunk('b', { messageId: '2' }), over])).toEqual([
      'a',
      'b',
    ]);
    expect(said([chunk('a'), update('tool_call', { toolCallId: 't' }), chunk('b'), over])).toEqual([
      'a',
      'b',
    ]);
    expect(said([chunk('cut off'), '{"over":true}'])).toEqual(['cut off']);
  });

  it('does not take words of sub-agents for its own', () => {
    const parent = { _meta: { any: { parentToolUseId: 't' } } };
    const over = answered({ stopReason: 'end_turn' });
    expect(said([chunk('mine'), chunk('its', parent), chunk('its', {}, 'other'), over])).toEqual([
      'mine',
    ]);
  });

  it('sees a sub-agent by the calls that are a part of another, and its end with the agent’s', () => {
    const call = (id: string, more: object = {}) =>
      update('tool_call', { toolCallId: id, title: id, ...more });
    const facts = factsOf([
      opened,
      call('t'),
      call('u', { _meta: { parentToolCallId: 't' } }),
      '{"over":true}',
    ]);
    const phases = facts.flatMap((fact) => (fact.kind === 'sub-agent' ? [fact.phase] : []));
    expect(phases).toEqual(['started', 'ended']);
  });

  it('adds up what turns tell, and says that it is at least that', () => {
    const turn = (inputTokens: number) =>
      answered({
        stopReason: 'end_turn',
        usage: { inputTokens, outputTokens: 5, thoughtTokens: 2, totalTokens: inputTokens + 5 },
      });
    const { usage } = summaryOf(
      factsOf([opened, turn(10), answered({ stopReason: 'cancelled' }), turn(20)]),
    );
    expect(usage).toMatchObject({
      total: { input: 30, output: 10, reasoning: 4 },
      models: null,
      lowerBound: true,
    });
  });

  it('counts what it does not know, but for extensions', () => {
    const lines = [
      update('brand_new'),
      update('_own'),
      rpc({ method: '_own/thing' }),
      '{}',
      'text',
    ];
    expect(summaryOf(factsOf(lines)).unknownRecords).toBe(3);
  });
});
