import type { TraceAgent } from '../agent.ts';
import type { Hash } from '../brief.ts';
import type { ModelRequest, ToolCall } from '../event.ts';
import { evidenceText } from '../evidence.ts';
import type { Trace } from '../trace.ts';
import type { TraceSource } from '../source.ts';
import { attributes, nanos, type OtlpSpan, type OtlpTraces } from './otlp-form.ts';

/** Who made the model, by what is known of the agent's program; null: it talks to any. */
const PROVIDERS: Readonly<Record<TraceSource, string | null>> = {
  'claude-code': 'anthropic',
  codex: 'openai',
  kimi: 'moonshot_ai',
  opencode: null,
  gemini: 'gcp.gemini',
  atif: null,
  fanin: null,
};

/** Codes of a span's status. */
const [OK, ERROR] = [1, 2];

/**
 * A session as OpenTelemetry spans after the conventions for generative AI: an agent is `invoke_agent`, a sub-agent's lies
 * within its parent's, a call is `execute_tool`, and a request is `chat`. Texts of prompts, answers and commands are not
 * in it. Spans without a time are left out: the form has no "unknown".
 */
export function otlpOf(trace: Trace, hash: Hash): OtlpTraces {
  const spans = spansOf(trace, hash);
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributes({
            'service.name': trace.source,
            'service.version': trace.programVersion,
          }),
        },
        scopeSpans: [{ scope: { name: 'fanin', version: String(trace.version) }, spans }],
      },
    ],
  };
}

interface Spans {
  readonly trace: Trace;
  readonly traceId: string;
  readonly spanId: (what: string) => string;
}

function spansOf(trace: Trace, hash: Hash): readonly OtlpSpan[] {
  const of = `${trace.source}\0${trace.session}`;
  const spans: Spans = {
    trace,
    traceId: hash(of).slice(0, 32),
    spanId: (what) => hash(`${of}\0${what}`).slice(0, 16),
  };
  const timed = new Set(
    trace.agents.filter((agent) => timesOf(trace, agent) !== null).map(({ id }) => id),
  );
  return [
    ...trace.agents.flatMap((agent) => agentSpan(spans, agent, timed) ?? []),
    ...trace.events.flatMap((event) => {
      const parent = timed.has(event.agent) ? spans.spanId(`agent ${event.agent}`) : null;
      if (event.kind === 'tool') return toolSpan(spans, event, parent) ?? [];
      return event.kind === 'request' ? (chatSpan(spans, event, parent) ?? []) : [];
    }),
  ];
}

function timesOf(
  { startedAt, endedAt }: Trace,
  agent: TraceAgent,
): { readonly from: number; readonly to: number } | null {
  const first = agent.live[0];
  // The root's span is the whole run, so that everything lies in it.
  if (agent.kind === 'root' && startedAt !== null && endedAt !== null)
    return { from: startedAt, to: endedAt };
  return first === undefined ? null : { from: first.from, to: agent.live.at(-1)?.to ?? first.to };
}

function agentSpan(
  { trace, traceId, spanId }: Spans,
  agent: TraceAgent,
  timed: ReadonlySet<string>,
): OtlpSpan | null {
  const times = timesOf(trace, agent);
  if (times === null) return null;
  const name = agent.name ?? agent.type;
  const failed = agent.end.state !== 'completed' && agent.end.state !== 'running';
  return {
    traceId,
    spanId: spanId(`agent ${agent.id}`),
    ...(agent.parent !== null && timed.has(agent.parent)
      ? { parentSpanId: spanId(`agent ${agent.parent}`) }
      : {}),
    name: name === null ? 'invoke_agent' : `invoke_agent ${name}`,
    kind: 1,
    startTimeUnixNano: nanos(times.from),
    endTimeUnixNano: nanos(times.to),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': PROVIDERS[trace.source],
      'gen_ai.agent.id': agent.id,
      'gen_ai.agent.name': name,
      'gen_ai.agent.version': agent.kind === 'root' ? trace.programVersion : null,
      'gen_ai.conversation.id': trace.session,
      'gen_ai.request.model': agent.model,
      'error.type': failed ? agent.end.state : null,
      'fanin.agent.role': agent.role,
      'fanin.agent.end': agent.end.state,
      'fanin.evidence': evidenceText(agent.evidence),
    }),
    status: failed ? { code: ERROR } : agent.end.state === 'completed' ? { code: OK } : {},
  };
}

function toolSpan(
  { trace, traceId, spanId }: Spans,
  call: ToolCall,
  parent: string | null,
): OtlpSpan | null {
  if (call.at === null) return null;
  return {
    traceId,
    spanId: spanId(`tool ${call.id}`),
    ...(parent === null ? {} : { parentSpanId: parent }),
    name: `execute_tool ${call.name}`,
    kind: 1,
    startTimeUnixNano: nanos(call.at),
    endTimeUnixNano: nanos(call.until ?? call.at),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.call.id': call.id,
      'gen_ai.agent.id': call.agent,
      'gen_ai.conversation.id': trace.session,
      'error.type': call.error,
      'fanin.tool.kind': call.tool,
      'fanin.tool.outcome': call.outcome,
      'fanin.tool.exit': call.exit,
      'fanin.evidence': evidenceText(call.evidence),
    }),
    status:
      call.outcome === 'ok' ? { code: OK } : call.outcome === 'running' ? {} : { code: ERROR },
  };
}

/** Records tell when an answer came, and not when it was asked for: the span has no length. */
function chatSpan(
  { trace, traceId, spanId }: Spans,
  { at, order, agent, model, usage, evidence }: ModelRequest,
  parent: string | null,
): OtlpSpan | null {
  if (at === null) return null;
  return {
    traceId,
    spanId: spanId(`request ${order}`),
    ...(parent === null ? {} : { parentSpanId: parent }),
    name: model === null ? 'chat' : `chat ${model}`,
    kind: 3,
    startTimeUnixNano: nanos(at),
    endTimeUnixNano: nanos(at),
    attributes: attributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': PROVIDERS[trace.source],
      'gen_ai.request.model': model,
      'gen_ai.agent.id': agent,
      'gen_ai.conversation.id': trace.session,
      'gen_ai.usage.input_tokens': usage.input + usage.cacheRead + usage.cacheWrite,
      'gen_ai.usage.output_tokens': usage.output,
      'gen_ai.usage.cache_read.input_tokens': usage.cacheRead,
      'gen_ai.usage.cache_creation.input_tokens': usage.cacheWrite,
      'gen_ai.usage.reasoning.output_tokens': usage.reasoning ?? null,
      'fanin.evidence': evidenceText(evidence),
    }),
    status: {},
  };
}
