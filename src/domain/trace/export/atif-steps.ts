import { costOf } from '../../cost/cost.ts';
import { PRICE_TABLE } from '../../cost/price-table.ts';
import type { AgentId } from '../agent.ts';
import type { Message, ModelRequest, ToolCall, TraceEvent } from '../event.ts';
import { isoTime } from '../iso-time.ts';
import type { AtifMetrics, AtifStep } from './atif-form.ts';
import { callOf, notedCall, notedEvent, resultOf, type CallParts } from './atif-call.ts';

type NewStep = Omit<AtifStep, 'step_id'>;

/** An answer of the model that is being put together. */
interface Draft {
  at: number | null;
  said: Message | null;
  request: ModelRequest | null;
  readonly calls: ToolCall[];
}

/**
 * The steps of an agent from its events. What a call did stands with the call. A trace has answers in parts (what was
 * said, calls, tokens): they are one step until something is told that belongs to the next answer.
 */
export function stepsOf(
  events: readonly TraceEvent[],
  children: ReadonlySet<AgentId>,
): readonly AtifStep[] {
  const parts = partsByCall(events);
  const steps: NewStep[] = [];
  let draft: Draft | null = null;
  const close = (): void => {
    if (draft !== null) steps.push(answerStep(draft, parts, children));
    draft = null;
  };
  const open = (at: number | null): Draft => {
    draft ??= { at, said: null, request: null, calls: [] };
    return draft;
  };
  for (const event of events) {
    if (event.kind === 'tool') {
      if (draft !== null && comesAfter(event, draft)) close();
      open(event.at).calls.push(event);
    } else if (event.kind === 'request') {
      if (draft !== null && hasRequest(draft)) close();
      open(event.at).request = event;
    } else if (isSaid(event)) {
      if (draft !== null && hasSaid(draft)) close();
      open(event.at).said = event;
    } else if (!isPartOfCall(event, parts)) {
      close();
      steps.push(otherStep(event));
    }
  }
  close();
  const some = steps.length > 0 ? steps : [NOTHING];
  return some.map((step, at) => ({ step_id: at + 1, ...step }));
}

/** In the place of the steps of an agent of which none is known. */
const NOTHING: NewStep = {
  source: 'system',
  message: '',
  extra: { fanin: { did: [] } },
};

const hasRequest = ({ request }: Draft): boolean => request !== null;
const hasSaid = ({ said, calls }: Draft): boolean => said !== null || calls.length > 0;

/** Calls of one answer are made before any of them has ended. */
const comesAfter = (call: ToolCall, { calls }: Draft): boolean =>
  calls.length > 0 &&
  calls.every(({ until }) => until !== null && call.at !== null && call.at >= until);

const isSaid = (event: TraceEvent): event is Message =>
  event.kind === 'message' && (event.what === 'said' || event.what === 'final');

function partsByCall(events: readonly TraceEvent[]): ReadonlyMap<string, CallParts> {
  const parts = new Map<string, { did: TraceEvent[] }>();
  for (const event of events) if (event.kind === 'tool') parts.set(event.id, { did: [] });
  for (const event of events)
    if ('call' in event && event.call !== null) parts.get(event.call)?.did.push(event);
  return parts;
}

const isPartOfCall = (event: TraceEvent, parts: ReadonlyMap<string, CallParts>): boolean =>
  'call' in event && event.call !== null && parts.has(event.call);

const timed = (at: number | null) => (at === null ? {} : { timestamp: isoTime(at) });

function answerStep(
  { at, said, request, calls }: Draft,
  parts: ReadonlyMap<string, CallParts>,
  children: ReadonlySet<AgentId>,
): NewStep {
  const partsOf = (call: ToolCall): CallParts => parts.get(call.id) ?? { did: [] };
  return {
    ...timed(at),
    source: 'agent',
    message: said?.text ?? '',
    ...(request === null || request.model === null ? {} : { model_name: request.model }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => callOf(call, partsOf(call))),
          observation: { results: calls.map((call) => resultOf(call, partsOf(call), children)) },
        }),
    ...(request === null ? {} : { metrics: metricsOf(request) }),
    ...(request?.of === 'request' ? { llm_call_count: 1 } : {}),
    extra: {
      fanin: {
        ...(said === null ? {} : { said: notedEvent(said) }),
        calls: Object.fromEntries(calls.map((call) => [call.id, notedCall(call, partsOf(call))])),
      },
    },
  };
}

/** What is no answer: what somebody told the agent, and what else happened. */
function otherStep(event: TraceEvent): NewStep {
  const told =
    event.kind === 'message' && ['prompt', 'brief', 'note'].includes(event.what) ? event : null;
  return {
    ...timed(event.at),
    source: told === null ? 'system' : 'user',
    message: event.kind === 'message' || event.kind === 'error' ? event.text : '',
    extra: { fanin: { did: [notedEvent(event)] } },
  };
}

function metricsOf({ model, usage, of, stop }: ModelRequest): AtifMetrics {
  const { usd } = costOf([{ model, tokens: usage, of }], PRICE_TABLE);
  return {
    prompt_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
    completion_tokens: usage.output,
    cached_tokens: usage.cacheRead,
    ...(usd === null ? {} : { cost_usd: usd }),
    extra: {
      cache_creation_input_tokens: usage.cacheWrite,
      ...(usage.reasoning === undefined ? {} : { reasoning_output_tokens: usage.reasoning }),
      fanin: {
        of,
        stop,
        ...(usage.cacheWrite1h === undefined ? {} : { cacheWrite1h: usage.cacheWrite1h }),
      },
    },
  };
}
