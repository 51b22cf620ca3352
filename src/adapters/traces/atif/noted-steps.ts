import {
  countAt,
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { PricedTokens } from '../../../domain/cost/tokens.ts';
import type { ToolKind } from '../../../domain/trace/event.ts';
import { timeOf } from '../reading.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import { evidenceAt, notedIn, numberAt, oneOf } from './noted.ts';
import { ERRORS, notedEvent, outcomeIn, type Stand } from './noted-events.ts';

const TOOLS: readonly ToolKind[] = [
  'read',
  'search',
  'write',
  'shell',
  'delegate',
  'wait',
  'look',
  'stop',
  'message',
  'plan',
  'web',
  'report',
];

type Base = Omit<Stand, 'call'>;

/**
 * Takes what fanin noted in a step that it exported; false: the step has no notes, and is read as any other. Tokens are
 * in the format's own fields, and are not taken here.
 */
export function takeNotedStep(builder: TraceBuilder, step: JsonRecord, base: Base): boolean {
  const noted = notedIn(step);
  const tell = (event: JsonRecord, call: string | null): void => {
    const made = notedEvent(event, { ...base, call });
    if (made !== null) builder.event(made);
  };
  if (Array.isArray(noted['did'])) {
    for (const event of recordsAt(noted, 'did')) tell(event, null);
    return true;
  }
  if (!isRecord(noted['calls'])) return false;
  const said = noted['said'];
  if (isRecord(said)) tell(said, null);
  const calls = recordAt(noted, 'calls');
  for (const call of recordsAt(step, 'tool_calls')) {
    const id = textAt(call, 'tool_call_id') ?? '';
    const about = recordAt(calls, id);
    takeCall(builder, { id, name: textAt(call, 'function_name') ?? '' }, about, base);
    for (const event of recordsAt(about, 'did')) tell(event, id);
  }
  return true;
}

function takeCall(
  builder: TraceBuilder,
  { id, name }: { readonly id: string; readonly name: string },
  about: JsonRecord,
  base: Base,
): void {
  const error = about['error'];
  builder.event({
    agent: base.agent,
    at: about['at'] === null ? null : (timeOf(about['at']) ?? base.at),
    evidence: evidenceAt(about, base.evidence),
    kind: 'tool',
    id,
    name,
    tool: oneOf(about['tool'], TOOLS, 'other'),
    until: timeOf(about['until']),
    outcome: outcomeIn(about),
    exit: numberAt(about, 'exit'),
    error: typeof error === 'string' ? oneOf(error, ERRORS, 'unknown') : null,
    resultLength: numberAt(about, 'resultLength'),
    resultCut: about['resultCut'] === true,
  });
}

/**
 * The tokens of a step. The prompt's have the cached ones in them, and those that were written to the cache, where the
 * usual `extra` tells of these.
 */
export function stepTokens(metrics: JsonRecord): PricedTokens {
  const extra = recordAt(metrics, 'extra');
  const cacheRead = countAt(metrics, 'cached_tokens');
  const uncached = Math.max(0, countAt(metrics, 'prompt_tokens') - cacheRead);
  const cacheWrite = Math.min(uncached, countAt(extra, 'cache_creation_input_tokens'));
  const life = recordAt(extra, 'fanin')['cacheWrite1h'];
  return {
    input: uncached - cacheWrite,
    cacheRead,
    cacheWrite,
    output: countAt(metrics, 'completion_tokens'),
    ...('reasoning_output_tokens' in extra
      ? { reasoning: countAt(extra, 'reasoning_output_tokens') }
      : {}),
    ...(typeof life === 'number'
      ? { cacheWrite1h: Math.min(cacheWrite, countAt(recordAt(extra, 'fanin'), 'cacheWrite1h')) }
      : {}),
  };
}
