import { join } from 'node:path';
import { isRecord, recordAt, textAt } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { readDocument, readRecords } from '../lines.ts';
import { sha256 } from '../reading.ts';
import { takeTask } from './agents.ts';
import { findSessions, STATE_FILE, TASK_FILE, WIRE_FILE } from './find-sessions.ts';
import { isPassedBy, standingOf, takeRecord } from './records.ts';
import { MAIN, type SessionState, type WireState } from './wire-state.ts';

/** Sessions of Kimi Code, as its versions from 0.29 on keep them. */
export const kimiTraces = (parse: Parse): TraceImporter => ({
  source: 'kimi',
  places: ({ home, env }) => {
    const own = env['KIMI_CODE_HOME'] ?? join(home, '.kimi-code');
    return [join(own, 'sessions'), join(own, 'server', 'events')];
  },
  sessions: findSessions,
  read: (session) => readSession(session, parse),
});

async function readSession({ id, files }: FoundSession, parse: Parse): Promise<Trace> {
  const builder = makeTraceBuilder('kimi', id, { hash: sha256, parse });
  const session: SessionState = {
    builder,
    hash: sha256,
    spawns: new Map(),
    spawned: new Set(),
    parentOf: new Map(),
    agentOfTask: new Map(),
    stopped: new Map(),
    ends: new Map(),
    told: new Map(),
    launches: new Map(),
    titled: false,
  };
  const paths = files.map(({ path }) => path).toSorted();
  for (const path of paths.filter((each) => STATE_FILE.test(each) && !TASK_FILE.test(each)))
    await readState(session, path);
  const wires = paths.filter((each) => WIRE_FILE.test(each));
  const main = wires.filter((each) => agentOf(each) === MAIN);
  if (main.length === 0) builder.notes.missingAgent(MAIN);
  const events = paths.filter((each) => each.includes('/server/events/'));
  for (const path of [...main, ...events, ...wires.filter((each) => agentOf(each) !== MAIN)])
    await readWire(session, path, agentOf(path));
  for (const path of paths.filter((each) => TASK_FILE.test(each))) await readTask(session, path);
  finishAgents(session);
  return builder.finish();
}

const agentOf = (path: string): AgentId => WIRE_FILE.exec(path)?.[2] ?? MAIN;

async function readState(session: SessionState, path: string): Promise<void> {
  const { builder } = session;
  const state = await readDocument(path, builder.notes);
  if (state === null) return;
  const cwd = textAt(state, 'cwd');
  if (cwd !== null) builder.session({ cwd });
  for (const [id, value] of Object.entries(recordAt(state, 'agents'))) {
    if (!isRecord(value)) continue;
    const evidence: Evidence = { file: path, line: null, record: id };
    const labels = recordAt(value, 'labels');
    const parent = textAt(value, 'parentAgentId') ?? textAt(labels, 'parentAgentId');
    const isRoot = textAt(value, 'type') === 'main';
    if (parent !== null) session.parentOf.set(id, parent);
    builder.agent(
      id,
      {
        kind: isRoot ? 'root' : 'sub',
        ...(isRoot ? { launch: 'person' as const } : { parent }),
        ...('swarmItem' in labels ? { launch: 'swarm' as const } : {}),
        type: textAt(labels, 'profileName'),
      },
      evidence,
    );
  }
}

async function readWire(session: SessionState, path: string, agent: AgentId): Promise<void> {
  const { builder } = session;
  const start: Evidence = { file: path, line: 1, record: null };
  const isRoot = agent === MAIN;
  builder.agent(agent, isRoot ? { kind: 'root', launch: 'person' } : {}, start);
  const wire: WireState = {
    session,
    agent,
    cwd: null,
    model: null,
    briefed: false,
    said: [],
    toolOf: new Map(),
    outputOf: new Map(),
  };
  const parent = session.parentOf.get(agent);
  if (!isRoot && parent !== undefined) builder.agent(agent, { parent }, start);
  const read = await readRecords(
    path,
    { notes: builder.notes, skip: isPassedBy },
    (record, line) => {
      const of = textAt(record, 'agentId');
      const standing = standingOf(record, { file: path, line, record: null });
      // What a sub-agent has been given of its caller's past is no work of its own.
      if (of !== null && of !== agent) builder.notes.count('repeatedRecords');
      else takeRecord(wire, standing, record);
    },
  );
  for (const message of wire.said) builder.event(message);
  builder.file({ path, bytes: read.bytes, records: read.lines });
}

async function readTask(session: SessionState, path: string): Promise<void> {
  const task = await readDocument(path, session.builder.notes);
  if (task !== null)
    takeTask(session, task, { at: null, evidence: { file: path, line: 1, record: null } });
}

/** Its own records say that an agent was broken off, its parent's why. */
function finishAgents({ builder, ends, told, stopped }: SessionState): void {
  const root = ends.get(MAIN);
  for (const agent of new Set([...ends.keys(), ...told.keys()])) {
    const end = told.get(agent) ?? ends.get(agent);
    const own = ends.get(agent);
    if (end === undefined || !builder.agents.has(agent)) continue;
    const stop = stopped.get(agent);
    const ended: Omit<AgentEnd, 'at'> =
      end.state !== 'cancelled' || end.by !== 'unknown'
        ? end
        : stop !== undefined
          ? { ...end, by: 'parent', evidence: stop }
          : {
              ...end,
              by: agent !== MAIN && root?.state === 'cancelled' ? 'session-end' : 'unknown',
            };
    const reason = ended.reason ?? own?.reason ?? null;
    builder.agent(agent, { end: { ...ended, reason, at: null } }, ended.evidence);
  }
}
