import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentFact } from '../../../src/domain/receipt/agent-fact.ts';
import { emptySummary } from '../../../src/domain/receipt/output-summary.ts';
import type { OutputSummary } from '../../../src/domain/receipt/output-summary.ts';
import type { TokenUsage } from '../../../src/domain/receipt/token-usage.ts';
import { summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { addUsage, NO_TOKENS, totalTokens } from '../../../src/domain/receipt/token-usage.ts';

const of = (...facts: readonly AgentFact[]): OutputSummary =>
  facts.reduce<OutputSummary>(summarise, emptySummary);
const usage = (input: number, output = 0): TokenUsage => ({
  input,
  cacheRead: 0,
  cacheWrite: 0,
  output,
});
const request = (model: string | null, input: number, sub = false): AgentFact => ({
  kind: 'request',
  model,
  usage: usage(input),
  sub,
});

describe('tokens', () => {
  it('are the sum of the requests, by model and by sub-agents', () => {
    const { usage: sum } = of(request('m', 5), request('n', 7, true), request('m', 1));
    expect(sum).toEqual({
      total: usage(13),
      sub: usage(7),
      models: [
        { model: 'm', usage: usage(6) },
        { model: 'n', usage: usage(7) },
      ],
      requests: [
        { model: 'm', usage: usage(5) },
        { model: 'n', usage: usage(7) },
        { model: 'm', usage: usage(1) },
      ],
      lowerBound: false,
    });
  });

  it('are what the agent says in all; requests are kept where they add up to that', () => {
    const total = (input: number): AgentFact => ({ kind: 'usage', usage: usage(input) });
    expect(of(request('m', 5), total(5)).usage?.requests).toHaveLength(1);
    expect(of(request('m', 5), total(9)).usage).toMatchObject({ total: usage(9), requests: null });
  });

  it('are a lower bound until the agent has told its totals', () => {
    const lower: AgentFact = { kind: 'usage', usage: usage(5), lowerBound: true };
    expect(of(lower).usage?.lowerBound).toBe(true);
    expect(of(lower, { kind: 'usage', usage: usage(9) }).usage?.lowerBound).toBe(false);
  });

  it('add up whatever the order, reasoning as part of the output', () => {
    const some = fc.record(
      {
        input: fc.nat(1e9),
        cacheRead: fc.nat(1e9),
        cacheWrite: fc.nat(1e9),
        output: fc.nat(1e9),
        reasoning: fc.nat(1e6),
      },
      { requiredKeys: ['input', 'cacheRead', 'cacheWrite', 'output'] },
    );
    fc.assert(
      fc.property(fc.array(some), (all) => {
        const sum = all.reduce(addUsage, NO_TOKENS);
        expect(all.toReversed().reduce(addUsage, NO_TOKENS)).toEqual(sum);
        expect(totalTokens(sum)).toBe(all.reduce((whole, each) => whole + totalTokens(each), 0));
      }),
    );
  });
});

describe('sub-agents', () => {
  const at = (phase: 'started' | 'ended' | 'refused', id = 'x'): AgentFact => ({
    kind: 'sub-agent',
    id,
    phase,
    name: id,
  });

  it('are counted, with the most at once', () => {
    expect(
      of(at('started'), at('started'), at('ended'), at('started'), at('refused')).subAgents,
    ).toEqual({ started: 3, ended: 1, refused: 1, mostAtOnce: 2 });
  });
});

describe('trouble', () => {
  const at = (code: 'agent-rate-limited' | 'agent-server-error', fatal: boolean): AgentFact => ({
    kind: 'trouble',
    code,
    text: code,
    fatal,
  });

  it('was not fatal if the session went on with a message after it', () => {
    const taken = (way: 'mid-turn' | 'resume' | 'too-late'): AgentFact => ({
      kind: 'message',
      id: 'm',
      way,
    });
    const failed = at('agent-server-error', true);
    expect(of(failed, taken('resume')).trouble?.fatal).toBe(false);
    expect(of(failed, taken('too-late')).trouble?.fatal).toBe(true);
    expect(of(failed, taken('resume'), failed).trouble?.fatal).toBe(true);
  });

  it('is the last that was fatal, or else the last', () => {
    expect(of(at('agent-rate-limited', false)).trouble?.code).toBe('agent-rate-limited');
    expect(
      of(at('agent-rate-limited', true), at('agent-server-error', false)).trouble,
    ).toMatchObject({ code: 'agent-rate-limited', fatal: true });
    expect(of(at('agent-rate-limited', false), at('agent-server-error', true)).trouble?.code).toBe(
      'agent-server-error',
    );
  });
});

describe('questions', () => {
  it('keep their first answer', () => {
    const question = {
      id: 'q',
      kind: 'permission',
      text: '?',
      options: [],
      default: 'no',
      until: 1,
    } as const;
    const answer = (choice: string): AgentFact => ({
      kind: 'answered',
      id: 'q',
      choice,
      by: 'person',
    });
    expect(of({ kind: 'question', question }).questions).toEqual([{ question, answer: null }]);
    expect(of({ kind: 'question', question }, answer('a'), answer('b')).questions).toEqual([
      { question, answer: { choice: 'a', by: 'person' } },
    ]);
  });
});
