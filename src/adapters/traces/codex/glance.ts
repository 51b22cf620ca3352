import { parseRecord, recordAt, type JsonRecord } from '../../../domain/json-record.ts';
import { behindText, fieldBut, matchAt } from '../compact.ts';
import { saysOf, type RawLine } from '../lines.ts';
import { timeOf } from '../reading.ts';

/** The beginning of a record, as the program writes it. */
const HEAD =
  /\{"timestamp":"([\w:.-]+)",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{"type":"(\w+)"(?:,"id":"([\w.:-]*)")?(?:,"call_id":"([\w.:-]*)")?/y;

/** Records of which nothing is taken but their time. */
const TIMES_ALONE = new Set([
  'response_item/reasoning',
  'event_msg/exec_command_end',
  'event_msg/patch_apply_end',
  'event_msg/agent_reasoning',
  'event_msg/agent_message',
]);
const OUTPUTS = new Set([
  'response_item/function_call_output',
  'response_item/custom_tool_call_output',
]);

/** What the first bytes of a record say. */
export interface GlancedHead {
  readonly at: number | null;
  /** As far as it is needed to know a copy; null: it has no id, or has it elsewhere. */
  readonly id: string | null;
  readonly inner: string;
  /** The call that the record is the output of; null: it is none. */
  readonly output: string | null;
}

/** The head of a record that may need no more than that; null: it must be parsed. */
export function glanceHead({ text, from, to }: RawLine): GlancedHead | null {
  if (to - from < SHORT) return null;
  const head = matchAt(HEAD, text, from);
  if (head === null) return null;
  const [, time, type = '', inner = '', id, call] = head;
  const kind = `${type}/${inner}`;
  if (OUTPUTS.has(kind) && call !== undefined)
    return { at: timeOf(time), id: id ?? null, inner, output: call };
  return TIMES_ALONE.has(kind) ? { at: timeOf(time), id: id ?? null, inner, output: null } : null;
}

const REQUEST =
  /\{"timestamp":"[\w:.-]+",(?:"ordinal":\d+,)?"type":"token_usage_record","payload":\{/y;
const TOTALS = '},"turn_token_usage":{';
/** The running totals and all behind them, in which nothing is taken. */
const BEHIND = new RegExp(
  String.raw`\}(?:,${fieldBut('id turn_id response_id thread_id usage type')})+\}(?:,${fieldBut('timestamp type payload')})*\}`,
  'y',
);

/** The tokens of a request without the running totals behind them; null: it is no such record, or has another form. */
export function requestWithoutTotals(line: RawLine): JsonRecord | null {
  const { text, from, to } = line;
  if (matchAt(REQUEST, text, from) === null) return null;
  const end = text.indexOf(TOTALS, REQUEST.lastIndex);
  const isWhole = end !== -1 && matchAt(BEHIND, text, end) !== null && BEHIND.lastIndex === to;
  return isWhole ? parseRecord(`${saysOf(line, from, end)}}}}`) : null;
}

const COUNT =
  /\{"timestamp":"([\w:.-]+)",(?:"ordinal":\d+,)?"type":"event_msg","payload":\{"type":"token_count","info":\{/y;

/** The time of a record with running totals; undefined: it is none. */
export function glanceTotals({ text, from }: RawLine): number | null | undefined {
  const head = matchAt(COUNT, text, from);
  return head === null ? undefined : timeOf(head[1]);
}

const COMMAND =
  /\{"timestamp":"[\w:.-]+",(?:"ordinal":\d+,)?"type":"event_msg","payload":\{"type":"item_completed",(?:"\w+":(?:"[^"\\]*"|\d+),)*"item":\{"type":"CommandExecution",/y;
/** A quote within a text has a backslash in front, so these are keys. */
const OUTPUT = '"aggregated_output":"';
const EXIT = /","exit_code":/y;

/** The record of a command that went well, without what it printed; null: it is none, or more is to be known of it. */
export function commandWithoutOutput(line: RawLine): JsonRecord | null {
  const { text, from, to } = line;
  if (to - from < SHORT || matchAt(COMMAND, text, from) === null) return null;
  const output = text.indexOf(OUTPUT, COMMAND.lastIndex) + OUTPUT.length;
  if (output < OUTPUT.length || output > to) return null;
  const end = behindText(text, output, EXIT)?.index ?? to;
  if (end >= to) return null;
  const record = parseRecord(saysOf(line, from, output) + saysOf(line, end, to));
  const done = recordAt(recordAt(record ?? {}, 'payload'), 'item');
  return done['status'] === 'completed' && done['exit_code'] === 0 ? record : null;
}

/** Parsing a short record costs less than looking at it. */
const SHORT = 700;
