import { parseRecord, type JsonRecord } from '../../../domain/json-record.ts';
import { behindText, copied, fieldBut, matchAt } from '../compact.ts';
import { saysOf, type RawLine } from '../lines.ts';
import { timeOf } from '../reading.ts';
import type { SessionState } from './session-state.ts';

/** The beginning of the record of an answer, up to what its only block says. */
const HEAD =
  /\{"parentUuid":(?:null|"[\w-]+"),"isSidechain":(?:true|false),(?:"promptId":"[\w-]+",)?(?:"agentId":"([\w-]+)",)?"message":\{"id":"([\w-]+)","type":"message","role":"assistant","model":"([\w.:-]+)","content":\[(?=\{"type":"(?:(text)","text":"|tool_use"))/y;
const TEXT_AT = '{"type":"text","text":"'.length;

const OF_MESSAGE = fieldBut('id type role model content stop_reason usage');
const OTHER = fieldBut('type message agentId uuid timestamp cwd version promptCacheRequested');
const REST = String.raw`\],"stop_reason":(?:null|"(\w+)"),"stop_sequence":(?:null|"[^"\\]*"),"usage":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?:,${OF_MESSAGE})*\}(?:,${OTHER})*(?:,"promptCacheRequested":"(\w+)")?(?:,${OTHER})*,"type":"assistant","uuid":"[\w-]+","timestamp":"([\w:.-]+)"(?:,${OTHER})*,"cwd":"([\w @%+=:,./-]*)"(?:,${OTHER})*,"version":"([\w.+-]+)"(?:,${OTHER})*\}`;
const BEHIND_BLOCK = new RegExp(REST, 'y');
const BEHIND_TEXT = new RegExp(String.raw`"\}${REST}`, 'y');
const AFTER_BLOCK = '}],"stop_reason":';

/** An answer as far as it is wanted. */
export interface GlancedAnswer {
  readonly record: JsonRecord;
  readonly at: number | null;
  readonly cwd: string;
  /** Which message it is of and what that used: what the record behind it need not tell again. */
  readonly says: string;
}

/**
 * The record of an answer with one block, without what is not taken of it: an answer has a record for each of its
 * blocks, and each has the usage of all. Null: the record has another form, and must be parsed. `agent`: whose records these
 * are; null: the root's.
 */
export function glanceAnswer(
  line: RawLine,
  state: Pick<SessionState, 'depth' | 'answered' | 'version'>,
  agent: string | null,
): GlancedAnswer | null {
  const { text, from, to } = line;
  const head = matchAt(HEAD, text, from);
  if (head === null || (head[1] ?? null) !== agent) return null;
  const start = HEAD.lastIndex;
  const [, , id = '', model = '', isText] = head;
  const isPassed = isText !== undefined && state.depth === 'measures';
  const end = isPassed ? -1 : text.indexOf(AFTER_BLOCK, start) + 1;
  const rest = isPassed
    ? behindText(text, start + TEXT_AT, BEHIND_TEXT)
    : end > start && end < to
      ? matchAt(BEHIND_BLOCK, text, end)
      : null;
  if (rest === null || (isPassed ? BEHIND_TEXT : BEHIND_BLOCK).lastIndex !== to) return null;
  const block = isPassed ? null : parseRecord(saysOf(line, start, end));
  if (!isPassed && block === null) return null;
  const [, stop = null, usage = '', life, time, cwd = '', version = ''] = rest;
  const says = `"id":"${id}","model":"${model}","usage":${usage}`;
  const told = state.answered === says ? SAID : parseRecord(`{${says}}`);
  if (told === null) return null;
  const message = { ...told, stop_reason: stop, content: block === null ? [] : [block] };
  const known = state.version === version ? state.version : copied(version);
  const record = { type: 'assistant', version: known, message, promptCacheRequested: life };
  return { record, at: timeOf(time), cwd, says };
}

/** Of a message whose usage the record before told. */
const SAID: JsonRecord = { model: null };
