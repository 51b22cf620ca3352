import { parseRecord, type JsonRecord } from '../../../domain/json-record.ts';
import { behindText, fieldBut, matchAt, TEXT } from '../compact.ts';
import { saysOf, type RawLine } from '../lines.ts';
import { timeOf } from '../reading.ts';
import type { SessionState } from './session-state.ts';

/** Tools whose result, when it went well, tells nothing that measures and patterns depend on. */
const PLAIN = new Set(['Bash', 'Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'WebSearch', 'TodoWrite']);

/** The beginning of a record that has one result of a call, up to what it says. */
const HEAD =
  /\{"parentUuid":(?:null|"[\w-]+"),"isSidechain":(?:true|false),(?:"promptId":"[\w-]+",)?(?:"agentId":"([\w-]+)",)?"type":"user","message":\{"role":"user","content":\[\{"tool_use_id":"([\w-]+)","type":"tool_result","content":"/y;

/** Keys of a record of which something is taken, and of which none may come twice. */
const OTHER = fieldBut(
  'type message agentId uuid timestamp toolUseResult toolDenialKind cwd version',
);
/** A command that went on beside its agent has no exit code yet. */
const FACT = fieldBut('backgroundTaskId file stdout content');

/** What stands behind what a result says, up to the text in what the program knows of it. */
const BEHIND = new RegExp(
  String.raw`"(?:,"is_error":false)?\}\]\},"uuid":"[\w-]+","timestamp":"([\w:.-]+)","toolUseResult":\{(?:${FACT},)*(?:("file":\{)(?:${FACT},)*)?"(?:stdout|content)":"`,
  'y',
);
/** What stands behind that text: another one, or the rest of the record. */
const REST = new RegExp(
  String.raw`"(?:(,"stderr":")|(?:,${FACT})*\}(\}?)(?:,${OTHER})*,"cwd":${TEXT},(?:${OTHER},)*"version":"([\w.+-]+)"(?:,${OTHER})*\})`,
  'y',
);

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
  { text, from, to }: RawLine,
  state: Pick<SessionState, 'toolOf' | 'delegations' | 'outputs' | 'depth'>,
  agent: string | null,
): GlancedResult | null {
  if (to - from < SHORT) return null;
  const head = matchAt(HEAD, text, from);
  const call = head?.[2];
  if (head === null || call === undefined || (head[1] ?? null) !== agent) return null;
  if (!isPlain(state, call)) return null;
  const behind = behindText(text, HEAD.lastIndex, BEHIND);
  if (behind === null) return null;
  if (state.depth === 'patterns' && isCut(text, behind.index)) return null;
  const version = versionBehind(text, to, behind[2] !== undefined);
  return version === null ? null : { call, at: timeOf(behind[1]), version };
}

/** The version at the end of a record, behind the text that begins where `BEHIND` ended; null: it has another form. */
function versionBehind(text: string, to: number, isFile: boolean): string | null {
  const first = behindText(text, BEHIND.lastIndex, REST);
  const rest = first?.[1] === undefined ? first : behindText(text, REST.lastIndex, REST);
  const [, another, brace, version] = rest ?? [];
  const isWhole = another === undefined && REST.lastIndex === to && (brace === '}') === isFile;
  return version !== undefined && isWhole ? version : null;
}

const ORIGINAL = '"originalFile":"';
const BEHIND_ORIGINAL = /"[,}]/y;

/** The record of a write without the file as it was before, of which only patterns want to know; null: it is none. */
export function writeWithoutOriginal(line: RawLine, agent: string | null): JsonRecord | null {
  const { text, from, to } = line;
  const head = to - from < SHORT ? null : matchAt(HEAD, text, from);
  if (head === null || (head[1] ?? null) !== agent) return null;
  const start = text.indexOf(ORIGINAL, HEAD.lastIndex) + ORIGINAL.length;
  if (start < ORIGINAL.length || start > to) return null;
  const end = behindText(text, start, BEHIND_ORIGINAL)?.index ?? to;
  return end < to ? parseRecord(saysOf(line, from, start) + saysOf(line, end, to)) : null;
}

const isPlain = (
  { toolOf, delegations, outputs }: Parameters<typeof glanceResult>[1],
  call: string,
): boolean => {
  const tool = toolOf.get(call) ?? '';
  return PLAIN.has(tool) && !delegations.has(call) && !outputs.has(call);
};

/**
 * Whether what it says may have been cut by the program, as its last 600 characters say: then it is parsed. One that is
 * written as an escape has up to six bytes.
 */
function isCut(text: string, behind: number): boolean {
  const end = text.slice(Math.max(0, behind - 3_600), behind).toLowerCase();
  return end.includes('truncated') || end.includes('characters cut');
}

/** Parsing a short record costs less than looking at it. */
const SHORT = 1_000;
