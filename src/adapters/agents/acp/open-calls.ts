import {
  parseRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { mergeCall, type ToolCall } from './tool-call.ts';

/** Tool calls that are at work: a request for permission may leave out what was told before it. */
export interface OpenCalls {
  /** A `tool_call` or a `tool_call_update`. */
  saw(update: JsonRecord): void;
  /** The whole of a call of which a request tells a part. */
  whole(asked: JsonRecord): ToolCall;
}

/** None yet. */
export function makeOpenCalls(): OpenCalls {
  const calls = new Map<string, ToolCall>();
  const idOf = (record: JsonRecord): string => textAt(record, 'toolCallId') ?? '';
  const whole = (asked: JsonRecord): ToolCall => mergeCall(calls.get(idOf(asked)), asked);
  return {
    saw(update) {
      const call = withInput(whole(update));
      const isOver = ['completed', 'failed'].includes(textAt(call, 'status') ?? '');
      if (isOver) calls.delete(idOf(update));
      else calls.set(idOf(update), call);
    },
    whole,
  };
}

/** Kimi Code tells the input of a call as its content, until it has leave to begin with it. */
function withInput(call: ToolCall): ToolCall {
  if ('rawInput' in call) return call;
  const [first] = recordsAt(call, 'content');
  const input = parseRecord(textAt(recordAt(first ?? {}, 'content'), 'text') ?? '');
  return input === null ? call : { ...call, rawInput: input };
}
