import {
  countAt,
  isRecord,
  recordAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { AgentEnd } from '../../../domain/trace/agent.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import type { SessionState, Standing, WireState } from './wire-state.ts';

/** Kimi Code's words for tokens. Its input is without the cache's part. */
export const tokensOf = (usage: JsonRecord): TokenUsage => ({
  input: countAt(usage, 'inputOther'),
  cacheRead: countAt(usage, 'inputCacheRead'),
  cacheWrite: countAt(usage, 'inputCacheCreation'),
  output: countAt(usage, 'output'),
});

/** `subagent.*`, `task.*`: what the parent's records tell of its sub-agents. Whether it was one of these. */
export function takeAgentRecord(
  wire: WireState,
  standing: Standing,
  type: string,
  record: JsonRecord,
): boolean {
  const { session } = wire;
  const id = textAt(record, 'subagentId') ?? '';
  const { evidence } = standing;
  switch (type) {
    case 'subagent.spawned':
      spawned(wire, standing, id, record);
      return true;
    case 'subagent.started':
      return true;
    case 'subagent.completed':
      session.told.set(id, { state: 'completed', by: 'itself', reason: null, evidence });
      completed(wire, standing, id, record);
      return true;
    case 'subagent.cancelled':
      session.told.set(id, { state: 'cancelled', by: 'unknown', reason: null, evidence });
      return true;
    case 'subagent.failed':
      session.told.set(id, { state: 'failed', by: 'itself', reason: errorText(record), evidence });
      return true;
    case 'task.started':
    case 'task.terminated':
      takeTask(session, recordAt(record, 'info'), standing);
      return true;
    default:
      return false;
  }
}

export const errorText = (record: JsonRecord): string | null => {
  const { error } = record;
  if (typeof error === 'string') return cut(error, LIMITS.reason);
  return isRecord(error)
    ? cut(textAt(error, 'message') ?? JSON.stringify(error), LIMITS.reason)
    : null;
};

function spawned(
  { session, agent }: WireState,
  { at, evidence }: Standing,
  child: string,
  record: JsonRecord,
): void {
  const call = textAt(record, 'parentToolCallId');
  const parent = textAt(record, 'parentAgentId') ?? agent;
  const task = textAt(record, 'taskId');
  const spawning = call === null ? undefined : session.spawns.get(call);
  if (task !== null) session.agentOfTask.set(task, child);
  session.parentOf.set(child, parent);
  const launch =
    spawning?.swarm === true
      ? 'swarm'
      : record['runInBackground'] === true
        ? 'background'
        : 'foreground';
  session.launches.set(child, launch);
  session.builder.agent(
    child,
    {
      parent,
      spawnedBy: call,
      launch,
      name: textAt(record, 'description'),
      type: textAt(record, 'subagentName'),
      inheritsContext: false,
    },
    evidence,
  );
  if (session.spawned.has(child)) return;
  session.spawned.add(child);
  session.builder.event({
    kind: 'spawn',
    agent: parent,
    at: spawning?.at ?? at,
    evidence: spawning?.evidence ?? evidence,
    call,
    child,
    outcome: 'started',
    reason: null,
    briefHash:
      spawning?.brief === undefined || spawning.brief === null
        ? null
        : session.hash(spawning.brief),
  });
}

function completed(
  { session, agent }: WireState,
  { at, evidence }: Standing,
  child: string,
  record: JsonRecord,
): void {
  const usage = recordAt(record, 'usage');
  session.builder.stated({
    of: 'agent',
    agent: child,
    usage: tokensOf(usage),
    usd: null,
    evidence,
  });
  const said = textAt(record, 'resultSummary');
  if (said === null) return;
  session.builder.event({
    kind: 'message',
    what: 'result',
    agent,
    at,
    evidence,
    from: { kind: 'agent', id: child },
    // What runs beside its parent hands its result to the program; the parent takes it up later, by a call.
    to:
      session.launches.get(child) === 'background'
        ? { kind: 'program' }
        : { kind: 'agent', id: session.parentOf.get(child) ?? agent },
    text: cut(said, LIMITS.message),
    length: said.length,
    call: null,
  });
}

/** A task that runs beside the conversation, by its own file or by a record. */
export function takeTask(session: SessionState, info: JsonRecord, { evidence }: Standing): void {
  const task = textAt(info, 'taskId');
  const agent = textAt(info, 'agentId');
  if (task === null || agent === null) return;
  session.agentOfTask.set(task, agent);
  const status = textAt(info, 'status');
  const reason = textAt(info, 'stopReason');
  if (status === 'killed' && session.stopped.has(agent))
    session.told.set(agent, { state: 'cancelled', by: 'parent', reason, evidence });
  else if (status === 'timed_out' || status === 'timeout')
    session.told.set(agent, { state: 'timed-out', by: 'system', reason, evidence });
}

/**
 * Links to sub-agents in the result of a call, in versions whose records have no others:
 * `agent_id="agent-0" … outcome="…"`, or `agent_id: agent-2 … status: …`.
 */
export function linksIn(
  text: string,
): readonly { readonly agent: string; readonly status: string }[] {
  const links = [
    ...text.matchAll(/agent_id="([\w-]+)"[^>]*?\boutcome="?(\w+)/g),
    ...text.matchAll(/^agent_id: ([\w-]+)$[\s\S]*?^status: (\w+)$/gm),
  ];
  return links.map(([, agent = '', status = '']) => ({ agent, status }));
}

/** Agents whose end the result of a wait tells: `status: …` stands before `agent_id: …` there. */
export const finishedIn = (
  text: string,
): readonly { readonly agent: string; readonly status: string }[] =>
  [...text.matchAll(/^status: (\w+)$[\s\S]*?^agent_id: ([\w-]+)$/gm)].map(
    ([, status = '', agent = '']) => ({ agent, status }),
  );

/** The end of an agent by the word of a result; null: it is still at work. */
export function endOfStatus(status: string, standing: Standing): Omit<AgentEnd, 'at'> | null {
  const { evidence } = standing;
  switch (status) {
    case 'completed':
      return { state: 'completed', by: 'itself', reason: null, evidence };
    case 'failed':
      return { state: 'failed', by: 'itself', reason: null, evidence };
    case 'aborted':
    case 'cancelled':
    case 'killed':
      return { state: 'cancelled', by: 'unknown', reason: null, evidence };
    case 'timed_out':
    case 'timeout':
      return { state: 'timed-out', by: 'system', reason: null, evidence };
    default:
      return null;
  }
}
