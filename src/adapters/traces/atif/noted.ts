import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { AgentEnd, AgentId, Brief, Launch, Span } from '../../../domain/trace/agent.ts';
import type { AgentFacts } from '../../../domain/trace/build/agents.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import { countAt } from '../../../domain/json-record.ts';
import { timeOf } from '../reading.ts';

/** What fanin notes in the `extra` of a document that it exports; empty where it did not. */
export const notedIn = (record: JsonRecord): JsonRecord =>
  recordAt(recordAt(record, 'extra'), 'fanin');

/** The value if it is one of these. */
export const oneOf = <T extends string>(value: unknown, of: readonly T[], or: T): T =>
  of.find((each) => each === value) ?? or;

/** A finite number, or null. */
export const numberAt = (record: JsonRecord, key: string): number | null => {
  const value = record[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** The texts of a list. */
export const textsAt = (record: JsonRecord, key: string): readonly string[] => {
  const value = record[key];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

/** Where something stood in the records that the document was made from. */
export function evidenceAt(record: JsonRecord, or: Evidence): Evidence {
  const told = recordAt(record, 'evidence');
  const file = textAt(told, 'file');
  return file === null
    ? or
    : { file, line: numberAt(told, 'line'), record: textAt(told, 'record') };
}

const LAUNCHES: readonly Launch[] = ['foreground', 'background', 'workflow', 'swarm', 'person'];
const STATES: readonly AgentEnd['state'][] = [
  'completed',
  'failed',
  'cancelled',
  'killed',
  'timed-out',
];
const ENDERS: readonly AgentEnd['by'][] = ['itself', 'parent', 'person', 'session-end', 'system'];

/** An agent as it was noted: when it was at work, and how it ended. */
export function takeNotedAgent(
  builder: TraceBuilder,
  agent: AgentId,
  noted: JsonRecord,
  evidence: Evidence,
): void {
  builder.agent(agent, factsOf(noted, evidence), evidence);
  for (const { from, to } of spansIn(noted)) {
    builder.agents.turn(agent, from);
    builder.agents.turnEnd(agent, to);
  }
}

const spansIn = (noted: JsonRecord): readonly Span[] =>
  recordsAt(noted, 'live').flatMap((span) => {
    const [from, to] = [timeOf(span['from']), timeOf(span['to'])];
    return from === null || to === null ? [] : { from, to };
  });

function factsOf(noted: JsonRecord, evidence: Evidence): AgentFacts {
  const place = recordAt(noted, 'place');
  const inherits = noted['inheritsContext'];
  const own = place['own'];
  return {
    parent: textAt(noted, 'parent'),
    name: textAt(noted, 'name'),
    type: textAt(noted, 'type'),
    launch: oneOf(noted['launch'], LAUNCHES, 'unknown'),
    spawnedBy: textAt(noted, 'spawnedBy'),
    brief: briefIn(noted),
    inheritsContext: typeof inherits === 'boolean' ? inherits : null,
    place: {
      path: textAt(place, 'path'),
      own: typeof own === 'boolean' ? own : null,
      branch: textAt(place, 'branch'),
    },
    unit: textAt(noted, 'unit'),
    retryOf: textAt(noted, 'retryOf'),
    end: endIn(recordAt(noted, 'end'), evidence),
  };
}

function briefIn(noted: JsonRecord): Brief | null {
  const brief = recordAt(noted, 'brief');
  const [text, hash] = [textAt(brief, 'text'), textAt(brief, 'hash')];
  if (text === null || hash === null) return null;
  return { text: cut(text, LIMITS.brief), hash: cut(hash, 64), length: countAt(brief, 'length') };
}

const endIn = (end: JsonRecord, evidence: Evidence): AgentEnd => ({
  state: oneOf(end['state'], STATES, 'running'),
  by: oneOf(end['by'], ENDERS, 'unknown'),
  at: timeOf(end['at']),
  reason: textAt(end, 'reason'),
  evidence: evidenceAt(end, evidence),
});

/** A session as it was noted. */
export function takeNotedSession(
  builder: TraceBuilder,
  noted: JsonRecord,
  evidence: Evidence,
): void {
  builder.session({
    title: textAt(noted, 'title'),
    cwd: textAt(noted, 'cwd'),
    branch: textAt(noted, 'branch'),
  });
  for (const root of textsAt(noted, 'workspaces')) builder.workspace(root);
  for (const total of recordsAt(noted, 'stated')) {
    const agent = textAt(total, 'agent');
    builder.stated({
      of: agent === null ? 'session' : 'agent',
      agent,
      usage: usageIn(recordAt(total, 'usage')),
      usd: numberAt(total, 'usd'),
      evidence: evidenceAt(total, evidence),
    });
  }
}

const usageIn = (usage: JsonRecord): TokenUsage => ({
  input: countAt(usage, 'input'),
  cacheRead: countAt(usage, 'cacheRead'),
  cacheWrite: countAt(usage, 'cacheWrite'),
  output: countAt(usage, 'output'),
});

/** The run's first and last time, told of an agent that has times of its own. */
export function takeNotedRun(builder: TraceBuilder, document: JsonRecord, root: AgentId): void {
  const noted = notedIn(document);
  const timed = firstTimed(document, 0);
  if (timed === null) return;
  const evidence: Evidence = { file: '', line: null, record: root };
  for (const key of ['startedAt', 'endedAt']) builder.seen(timed, timeOf(noted[key]), evidence);
}

function firstTimed(document: JsonRecord, depth: number): AgentId | null {
  const agent = recordAt(notedIn(document), 'agent');
  if (agent['recorded'] !== false && spansIn(agent).length > 0)
    return textAt(document, 'trajectory_id');
  if (depth > MOST_DEPTH) return null;
  for (const child of recordsAt(document, 'subagent_trajectories')) {
    const found = firstTimed(child, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const MOST_DEPTH = 20;

/** Whether an agent is noted: its times are then known from there. */
export const isNoted = (noted: JsonRecord): boolean => isRecord(noted['agent']);
