import { timeOf } from '../reading.ts';
import type { SessionState } from './session-state.ts';

/** Tools whose result, when it went well, tells nothing that measures and patterns depend on. */
const PLAIN = new Set(['Bash', 'Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'WebSearch', 'TodoWrite']);
/** Those whose result has the file as it was before, of which patterns want to know. */
const WRITERS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

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
  state: Pick<SessionState, 'toolOf' | 'delegations' | 'outputs' | 'depth'>,
  agent: string | null,
): GlancedResult | null {
  if (line.length < SHORT) return null;
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES));
  const call = head?.[2];
  if (head === null || call === undefined || (head[1] ?? null) !== agent) return null;
  if (!isPlain(state, call)) return null;
  const behind = line.indexOf(BEHIND, head[0].length);
  if (behind === -1) return null;
  const after = AFTER.exec(line.toString('latin1', behind, behind + AFTER_BYTES));
  if (after === null) return null;
  if (line.toString('latin1', behind - FAILED.length, behind) === FAILED) return null;
  const another = line.indexOf(ANOTHER, head[0].length);
  if (another !== -1 && another < behind) return null;
  // A command that went on beside its agent has no exit code yet.
  if (line.indexOf(BACKGROUND, behind) !== -1) return null;
  if (state.depth === 'patterns' && isCut(line, behind)) return null;
  const version = END.exec(line.toString('latin1', Math.max(0, line.length - END_BYTES)))?.[1];
  return version === undefined ? null : { call, at: timeOf(after[1]), version };
}

const isPlain = (
  { toolOf, delegations, outputs, depth }: Parameters<typeof glanceResult>[1],
  call: string,
): boolean => {
  const tool = toolOf.get(call) ?? '';
  const plain = PLAIN.has(tool) || (depth === 'measures' && WRITERS.has(tool));
  return plain && !delegations.has(call) && !outputs.has(call);
};

const BACKGROUND = Buffer.from('"backgroundTaskId":');

/** Whether what it says may have been cut by the program: then it is parsed. */
const isCut = (line: Buffer, behind: number): boolean =>
  /truncated|characters cut/i.test(
    line.toString('latin1', Math.max(0, behind - CUT_BYTES), behind),
  );
/** The marks that are looked for stand in the last 600 characters, of which one may be written as six bytes. */
const CUT_BYTES = 4_000;

/** Parsing a short record costs less than looking at it. */
const SHORT = 1_000;
