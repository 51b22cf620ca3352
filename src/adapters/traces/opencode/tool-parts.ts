import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { CallOutcome } from '../../../domain/trace/event.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf } from '../reading.ts';
import type { PartRow } from './rows.ts';
import type { AgentState } from './state.ts';
import { useOf } from './tools.ts';

/** A call of a tool, with what became of it so far. */
export function takeToolPart(state: AgentState, part: PartRow, evidence: Evidence): void {
  const { session, agent } = state;
  const { builder } = session;
  const call = recordAt(part.data, 'state');
  const input = recordAt(call, 'input');
  const time = recordAt(call, 'time');
  const metadata = recordAt(call, 'metadata');
  const name = textAt(part.data, 'tool') ?? '';
  // A tool that is not there stands as `invalid`, with the name that was asked for.
  const asked = name === 'invalid' ? (textAt(input, 'tool') ?? name) : name;
  const id = textAt(part.data, 'callID') ?? part.id;
  const at = timeOf(time['start']) ?? part.created;
  const until = timeOf(time['end']);
  const status = textAt(call, 'status') ?? '';
  const use = name === 'invalid' ? ({ kind: 'other' } as const) : useOf(name, input);
  const cwd = textAt(input, 'workdir') ?? textAt(input, 'cwd') ?? state.cwd;
  builder.seen(agent, at, evidence);
  builder.seen(agent, until, evidence);
  builder.call({ id, agent, at, name: asked, use, cwd, evidence });
  const ended = status === 'completed' || status === 'error';
  const text = textAt(call, 'error') ?? textAt(call, 'output') ?? '';
  const code = metadata['exit'];
  const exit = typeof code === 'number' ? code : null;
  const outcome = name === 'invalid' ? 'refused' : outcomeOf(status, text, exit);
  if (ended)
    builder.result({
      id,
      agent,
      at: until,
      outcome,
      exit,
      text,
      length: text.length,
      cut: metadata['truncated'] === true,
      ...originalOf(metadata),
    });
  if (asked === 'task')
    takeTask(state, { id, at, until, evidence, input, metadata, outcome, ended, text });
}

function outcomeOf(status: string, text: string, exit: number | null): CallOutcome {
  if (status === 'completed') return exit !== null && exit !== 0 ? 'error' : 'ok';
  const start = text.slice(0, 400);
  if (/aborted|interrupted|cancelled/i.test(start)) return 'interrupted';
  return exit === null &&
    /guard|rule which prevents|permission|rejected|denied|not allowed/i.test(start)
    ? 'refused'
    : 'error';
}

/** The file before the call, where the metadata hold it. */
function originalOf(metadata: JsonRecord): { readonly original?: string | null } {
  if (metadata['exists'] === false) return { original: null };
  const before = textAt(recordAt(metadata, 'filediff'), 'before');
  return before === null ? {} : { original: before };
}

interface Task {
  readonly id: string;
  readonly at: number | null;
  readonly until: number | null;
  readonly evidence: Evidence;
  readonly input: JsonRecord;
  readonly metadata: JsonRecord;
  readonly outcome: CallOutcome;
  readonly ended: boolean;
  readonly text: string;
}

/** A call that starts a sub-agent: a session of its own, which the metadata name. */
function takeTask({ session, agent }: AgentState, task: Task): void {
  const { builder } = session;
  const child = textAt(task.metadata, 'sessionId');
  const brief = textAt(task.input, 'prompt');
  const refused = child === null && task.ended && task.outcome !== 'ok';
  builder.event({
    kind: 'spawn',
    agent,
    at: task.at,
    evidence: task.evidence,
    call: task.id,
    child,
    outcome: child !== null ? 'started' : refused ? 'refused' : 'unknown',
    reason: refused ? cut(task.text, LIMITS.reason) : null,
    briefHash: brief === null ? null : session.hash(brief),
  });
  if (child === null) return;
  session.parentOf.set(child, agent);
  builder.agent(
    child,
    {
      parent: agent,
      spawnedBy: task.id,
      launch: 'foreground',
      ...(textAt(task.input, 'description') === null
        ? {}
        : { name: textAt(task.input, 'description') }),
      inheritsContext: false,
    },
    task.evidence,
  );
  if (!task.ended) return;
  const { evidence } = task;
  session.told.set(
    child,
    task.outcome === 'ok'
      ? { state: 'completed', by: 'itself', reason: null, evidence }
      : task.outcome === 'interrupted'
        ? { state: 'cancelled', by: 'session-end', reason: cut(task.text, LIMITS.reason), evidence }
        : { state: 'failed', by: 'itself', reason: cut(task.text, LIMITS.reason), evidence },
  );
  if (task.outcome !== 'ok') return;
  const said = /<task_result>\n?([\s\S]*?)\n?<\/task_result>/.exec(task.text)?.[1] ?? task.text;
  builder.event({
    kind: 'message',
    what: 'result',
    agent,
    at: task.until,
    evidence,
    from: { kind: 'agent', id: child },
    to: { kind: 'agent', id: agent },
    text: cut(said, LIMITS.message),
    length: said.length,
    call: task.id,
  });
}
