import type { JsonRecord } from '../../json-record.ts';
import type { AgentId } from '../agent.ts';
import type { ToolCall, TraceEvent } from '../event.ts';
import type { AtifCall, AtifResult } from './atif-form.ts';

/** What a call did. */
export interface CallParts {
  readonly did: readonly TraceEvent[];
}

/** A call. Its arguments are not in a trace: they are told by what it did, under the names that are usual for them. */
export const callOf = (call: ToolCall, { did }: CallParts): AtifCall => ({
  tool_call_id: call.id,
  function_name: call.name,
  arguments: argumentsOf(did),
});

function argumentsOf(did: readonly TraceEvent[]): JsonRecord {
  const command = did.find((event) => event.kind === 'command');
  if (command !== undefined)
    return { command: command.text, ...(command.cwd === null ? {} : { cwd: command.cwd }) };
  const paths = did.flatMap((event) =>
    event.kind === 'read' || event.kind === 'write' ? absolute(event.path) : [],
  );
  const [path, ...more] = new Set(paths);
  if (path !== undefined) return more.length === 0 ? { path } : { paths: [path, ...more] };
  const note = did.find((event) => event.kind === 'message' && event.what === 'note');
  return note?.kind === 'message' ? { message: note.text } : {};
}

/** The result of a call: what came back to the agent, as far as a trace keeps it. */
export function resultOf(
  call: ToolCall,
  { did }: CallParts,
  children: ReadonlySet<AgentId>,
): AtifResult {
  const texts = did.flatMap((event) =>
    event.kind === 'message' && (event.what === 'result' || event.what === 'notice')
      ? event.text
      : event.kind === 'test' && event.failures !== ''
        ? event.failures
        : [],
  );
  const refs = did.flatMap((event) =>
    event.kind === 'spawn' && event.child !== null && children.has(event.child) ? event.child : [],
  );
  return {
    source_call_id: call.id,
    ...(texts.length === 0 ? {} : { content: texts.join('\n') }),
    ...(refs.length === 0
      ? {}
      : { subagent_trajectory_ref: [...new Set(refs)].map((id) => ({ trajectory_id: id })) }),
  };
}

/** What is known of a call and has no field in the format. */
export const notedCall = (call: ToolCall, { did }: CallParts): JsonRecord => ({
  at: call.at,
  until: call.until,
  tool: call.tool,
  outcome: call.outcome,
  exit: call.exit,
  error: call.error,
  resultLength: call.resultLength,
  resultCut: call.resultCut,
  evidence: call.evidence,
  did: did.map(notedEvent),
});

/** An event without what says where it stands, and without digests of lines, which would be most of a file. */
export function notedEvent(event: TraceEvent): JsonRecord {
  const noted: Record<string, unknown> = { ...event };
  for (const name of ['order', 'agent', 'call', 'content', 'added', 'removed']) delete noted[name];
  switch (event.kind) {
    case 'read':
    case 'write':
      return { ...noted, path: absolute(event.path) };
    case 'command':
      return { ...noted, writes: event.writes?.map(absolute) ?? null };
    case 'git':
      return {
        ...noted,
        paths: Array.isArray(event.paths) ? event.paths.map(absolute) : event.paths,
      };
    default:
      return noted;
  }
}

const absolute = ({ workspace, path }: { workspace: string | null; path: string }): string =>
  workspace === null
    ? path
    : path === '.'
      ? workspace
      : `${workspace === '/' ? '' : workspace}/${path}`;
