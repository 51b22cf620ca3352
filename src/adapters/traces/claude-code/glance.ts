import { timeOf } from '../reading.ts';
import type { SessionState } from './session-state.ts';

/** Tools whose result, when it went well, tells nothing that a measure depends on. */
const PLAIN = new Set([
  'Bash',
  'Read',
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'Grep',
  'Glob',
  'LS',
  'WebFetch',
  'WebSearch',
  'TodoWrite',
]);

/** The beginning of a record that has one result of a call, as the program writes it. */
const HEAD =
  /^\{"parentUuid":(?:null|"[\w-]+"),"isSidechain":(?:true|false),(?:"promptId":"[\w-]+",)?(?:"agentId":"([\w-]+)",)?"type":"user","message":\{"role":"user","content":\[\{"tool_use_id":"([\w-]+)","type":"tool_result","content":["[]/;
const HEAD_BYTES = 500;

/** What stands behind the message. A quote within a text has a backslash in front, so this is in no text. */
const BEHIND = Buffer.from('}]},"uuid":"');
const AFTER = /^\}\]\},"uuid":"[\w-]+","timestamp":"([^"\\]+)",/;
const AFTER_BYTES = 140;
const ANOTHER = Buffer.from('"tool_use_id":"');
const FAILED = '"is_error":true';
const END = /"version":"([^"\\]+)","gitBranch":"[^"\\]*"\}\s*$/;
const END_BYTES = 400;

/** What the bytes of a record say of one result. */
export interface GlancedResult {
  readonly call: string;
  readonly at: number | null;
  readonly version: string;
}

/**
 * The result of a call that went well, by the bytes around what it says, which is most of a session: nothing in it is
 * read. Null: the record has another form, or more is to be known of it, and it must be parsed. `agent`: whose records
 * these are; null: the root's.
 */
export function glanceResult(
  line: Buffer,
  { toolOf, delegations }: Pick<SessionState, 'toolOf' | 'delegations'>,
  agent: string | null,
): GlancedResult | null {
  if (line.length < SHORT) return null;
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES));
  const call = head?.[2];
  if (head === null || call === undefined || (head[1] ?? null) !== agent) return null;
  if (!PLAIN.has(toolOf.get(call) ?? '') || delegations.has(call)) return null;
  const behind = line.indexOf(BEHIND, head[0].length);
  if (behind === -1) return null;
  const after = AFTER.exec(line.toString('latin1', behind, behind + AFTER_BYTES));
  if (after === null) return null;
  if (line.toString('latin1', behind - FAILED.length, behind) === FAILED) return null;
  const another = line.indexOf(ANOTHER, head[0].length);
  if (another !== -1 && another < behind) return null;
  const version = END.exec(line.toString('latin1', Math.max(0, line.length - END_BYTES)))?.[1];
  return version === undefined ? null : { call, at: timeOf(after[1]), version };
}

/** Parsing a short record costs less than looking at it. */
const SHORT = 1_000;
