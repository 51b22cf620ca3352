import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { otlpOf } from '../../../../src/domain/trace/export/otlp.ts';
import type { ModelRequest } from '../../../../src/domain/trace/event.ts';
import { AT, madeAgent, madeCall, madeTrace } from '../../../support/made-trace.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const request: ModelRequest = {
  kind: 'request',
  order: 3,
  agent: 'a',
  at: 400,
  evidence: AT,
  model: 'gpt-5.4',
  usage: { input: 10, cacheRead: 20, cacheWrite: 30, output: 5, reasoning: 2 },
  of: 'request',
  stop: 'end',
};

const spansOf = (trace: Parameters<typeof otlpOf>[0]) =>
  otlpOf(trace, hash).resourceSpans[0]?.scopeSpans[0]?.spans ?? [];

const valuesOf = (span: ReturnType<typeof spansOf>[number] | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value.intValue) : value.stringValue,
    ]),
  );

describe('otlpOf', () => {
  const agent = madeAgent('a', { live: [{ from: 100, to: 600 }], type: 'general-purpose' });
  const failed = { ...madeCall('a', 200), until: 250, outcome: 'error', error: 'timeout' } as const;
  const spans = spansOf(madeTrace([agent], [failed, request]));

  it('nests agents, their calls and their requests, after the GenAI conventions', () => {
    expect(spans.map(({ name }) => name)).toEqual([
      'invoke_agent root',
      'invoke_agent a',
      'execute_tool Read',
      'chat gpt-5.4',
    ]);
    const [root, sub, tool, chat] = spans;
    expect([sub?.parentSpanId, tool?.parentSpanId, chat?.parentSpanId]).toEqual([
      root?.spanId,
      sub?.spanId,
      sub?.spanId,
    ]);
    expect(root).not.toHaveProperty('parentSpanId');
    expect(sub).toMatchObject({ startTimeUnixNano: '100000000', endTimeUnixNano: '600000000' });
    expect(valuesOf(sub)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.agent.id': 'a',
      'gen_ai.conversation.id': 'made',
    });
    expect(valuesOf(chat)).toMatchObject({
      'gen_ai.usage.input_tokens': 60,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 20,
      'gen_ai.usage.cache_creation.input_tokens': 30,
      'gen_ai.usage.reasoning.output_tokens': 2,
    });
    expect(tool?.status).toEqual({ code: 2 });
    expect(valuesOf(tool)).toMatchObject({ 'error.type': 'timeout', 'gen_ai.tool.name': 'Read' });
  });

  it('has ids of the lengths that the form wants, each once, and the same each time', () => {
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    expect(spansOf(madeTrace([agent], [failed, request]))).toEqual(spans);
  });

  it('leaves out what has no time, and hangs nothing on it', () => {
    const untimed = madeAgent('a', { live: [] });
    const left = spansOf(madeTrace([untimed], [{ ...failed, at: null }, request]));
    expect(left.map(({ name }) => name)).toEqual(['invoke_agent root', 'chat gpt-5.4']);
    expect(left[1]).not.toHaveProperty('parentSpanId');
  });
});
