import { parseRecord, recordAt, type JsonRecord } from '../../../domain/json-record.ts';
import { timeOf } from '../reading.ts';

/** The beginning of a record, as the program writes it. */
const HEAD =
  /^\{"timestamp":"([^"\\]+)",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{"type":"(\w+)"(?:,"id":"([^"\\]*)")?(?:,"call_id":"([^"\\]*)")?/;
const HEAD_BYTES = 400;

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
export function glanceHead(line: Buffer): GlancedHead | null {
  if (line.length < SHORT) return null;
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return null;
  const [, time, type = '', inner = '', id, call] = head;
  const kind = `${type}/${inner}`;
  if (OUTPUTS.has(kind) && call !== undefined)
    return { at: timeOf(time), id: id ?? null, inner, output: call };
  return TIMES_ALONE.has(kind) ? { at: timeOf(time), id: id ?? null, inner, output: null } : null;
}

const REQUEST = '"type":"token_usage_record"';
const TOTALS = Buffer.from('},"turn_token_usage":{');

/** The tokens of a request without the running totals behind them; null: it is no such record, or has another form. */
export function requestWithoutTotals(line: Buffer): JsonRecord | null {
  if (!line.toString('latin1', 0, HEAD_BYTES).includes(REQUEST)) return null;
  const end = line.indexOf(TOTALS);
  return end === -1 ? null : parseRecord(`${line.toString('utf8', 0, end)}}}}`);
}

const COUNT =
  /^\{"timestamp":"([^"\\]+)",(?:"ordinal":\d+,)?"type":"event_msg","payload":\{"type":"token_count","info":\{/;

/** The time of a record with running totals; undefined: it is none. */
export function glanceTotals(line: Buffer): number | null | undefined {
  const head = COUNT.exec(line.toString('latin1', 0, 160));
  return head === null ? undefined : timeOf(head[1]);
}

const COMMAND = Buffer.from('"item":{"type":"CommandExecution"');
/** A quote within a text has a backslash in front, so these are keys. */
const OUTPUT = Buffer.from('"aggregated_output":"');
const EXIT = Buffer.from('","exit_code":');

/** The record of a command that went well, without what it printed; null: it is none, or more is to be known of it. */
export function commandWithoutOutput(line: Buffer): JsonRecord | null {
  if (line.length < SHORT) return null;
  const item = line.indexOf(COMMAND);
  if (item === -1 || item > HEAD_BYTES) return null;
  const output = line.indexOf(OUTPUT, item);
  const end = output === -1 ? -1 : line.indexOf(EXIT, output + OUTPUT.length);
  if (end === -1) return null;
  const record = parseRecord(
    line.toString('utf8', 0, output + OUTPUT.length) + line.toString('utf8', end, line.length),
  );
  const done = recordAt(recordAt(record ?? {}, 'payload'), 'item');
  return done['status'] === 'completed' && done['exit_code'] === 0 ? record : null;
}

/** Parsing a short record costs less than looking at it. */
const SHORT = 700;
