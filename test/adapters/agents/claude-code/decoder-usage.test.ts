import { describe, expect, it } from 'vitest';
import { makeDecoder } from '../../../../src/adapters/agents/claude-code/decoder.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';
import { decodeAll } from '../../../rig/run-agent.ts';
import { lines, SAMPLES, type Sample } from './samples.ts';

function facts(sample: Sample): AgentFact[] {
  return decodeAll(makeDecoder(), lines(sample));
}

function ofKind<K extends AgentFact['kind']>(all: readonly AgentFact[], kind: K) {
  return all.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);
}

const feed = (record: object): readonly AgentFact[] => makeDecoder().feed(JSON.stringify(record));

describe('usage', () => {
  // What the model server counted while the sessions were recorded.
  it.each([
    ['work', [7147, 1463, 231, 392]],
    ['refused', [6105, 1245, 195, 330]],
    ['background', [3021, 609, 93, 156]],
    ['sub-agents', [6021, 1209, 183, 306]],
    ['api-error', [1000, 200, 30, 50]],
    ['interrupted', [1000, 200, 30, 50]],
    ['capped', [4021, 809, 123, 206]],
    ['workflow', [5021, 1009, 153, 256]],
    ['asked', [5070, 1030, 160, 270]],
  ] as const)('%s: the last word is exact', (sample, counted) => {
    const last = ofKind(facts(sample), 'usage').at(-1);
    const [input, cacheRead, cacheWrite, output] = counted;
    const usage = { input, cacheRead, cacheWrite, output };
    const models = [{ model: 'claude-sonnet-4-5', usage }];
    expect(last).toEqual({ kind: 'usage', usage, models });
  });

  it('is a lower bound while the agent works, and stays one when it is terminated', () => {
    expect(ofKind(facts('terminated'), 'usage')).toEqual([
      {
        kind: 'usage',
        usage: { input: 1000, cacheRead: 200, cacheWrite: 30, output: 0 },
        lowerBound: true,
      },
    ]);
  });

  it('becomes a lower bound again in a further turn, from the totals of the one before', () => {
    const usage = ofKind(facts('background'), 'usage').map((fact) => [
      fact.usage.input,
      fact.usage.output,
      fact.lowerBound ?? false,
    ]);
    expect(usage).toEqual([
      [1000, 0, true],
      [2007, 0, true],
      [2007, 102, false],
      [3021, 102, true],
      [3021, 156, false],
    ]);
  });

  it.each(SAMPLES)('%s: never falls', (sample) => {
    let before = 0;
    for (const { usage } of ofKind(facts(sample), 'usage')) {
      const now = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
  });

  it('counts a message once, however many lines it has', () => {
    const decoder = makeDecoder();
    const line = (id: string, text: string) =>
      JSON.stringify({
        type: 'assistant',
        message: { id, usage: { input_tokens: 5 }, content: [{ type: 'text', text }] },
      });
    const all = decodeAll(decoder, [line('a', '1'), line('b', '2'), line('a', '3')]);
    expect(ofKind(all, 'usage').map(({ usage }) => usage.input)).toEqual([5, 10]);
    expect(ofKind(all, 'said')).toHaveLength(3);
  });

  it('takes counts that are no counts for 0', () => {
    const modelUsage = { m: { inputTokens: -1, outputTokens: 1.5, cacheReadInputTokens: '7' } };
    const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    expect(ofKind(feed({ type: 'result', modelUsage }), 'usage')).toEqual([
      { kind: 'usage', usage, models: [{ model: 'm', usage }] },
    ]);
  });

  it('is told by model as the service names it, with its thinking where that is told', () => {
    const modelUsage = {
      'big[1m]': { inputTokens: 1, outputTokens: 10, thinkingTokens: 4 },
      big: { inputTokens: 2, outputTokens: 20, thinkingTokens: 0 },
      small: { outputTokens: 5 },
    };
    const none = { input: 0, cacheRead: 0, cacheWrite: 0 };
    expect(ofKind(feed({ type: 'result', modelUsage }), 'usage')).toEqual([
      {
        kind: 'usage',
        usage: { ...none, input: 3, output: 35, reasoning: 4 },
        models: [
          { model: 'big', usage: { ...none, input: 3, output: 30, reasoning: 4 } },
          { model: 'small', usage: { ...none, output: 5 } },
        ],
      },
    ]);
  });
});
