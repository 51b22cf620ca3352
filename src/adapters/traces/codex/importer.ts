import { join } from 'node:path';
import { recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import type { Tools } from '../../../domain/trace/build/call-events.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { ReadingDepth } from '../../../domain/trace/reading-depth.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { firstRecords, readRecords } from '../lines.ts';
import { sha256, timeOf } from '../reading.ts';
import { findSessions } from './find-sessions.ts';
import { flush, isPassedBy, standingOf, takeRecord } from './records.ts';
import { makeThreadGlance } from './thread-glance.ts';
import type { SessionState, ThreadState } from './thread-state.ts';

/** Sessions of Codex, as its versions from 0.145 on keep them. */
export const codexTraces = (parse: Parse): TraceImporter => ({
  source: 'codex',
  places: ({ home, env }) => {
    const own = env['CODEX_HOME'] ?? join(home, '.codex');
    return [join(own, 'sessions'), join(own, 'archived_sessions')];
  },
  sessions: findSessions,
  read: (session, depth = 'all') => readSession(session, { hash: sha256, parse, depth }),
});

/** A thread's file and its first record. */
interface ThreadFile {
  readonly path: string;
  readonly meta: JsonRecord;
  readonly agent: AgentId;
  readonly parent: AgentId | null;
}

async function readSession({ id, files }: FoundSession, tools: Tools): Promise<Trace> {
  const builder = makeTraceBuilder('codex', id, tools);
  const threads = await threadFiles(files.map(({ path }) => path));
  const session: SessionState = {
    builder,
    root: id,
    several: threads.length > 1,
    hash: sha256,
    spawns: new Map(),
    childOf: new Map(),
    named: new Map(),
    awaited: new Set(),
    stopped: new Map(),
    owners: new Map(),
    ends: new Map(),
    titled: false,
  };
  for (const thread of threads) meet(session, thread);
  if (!threads.some(({ agent }) => agent === id)) builder.notes.missingAgent(id);
  for (const thread of threads) await readThread(session, thread, tools.depth ?? 'all');
  finishAgents(session, threads);
  return builder.finish();
}

/** Parents before their sub-agents: what a fork copied must have been seen where it comes from. */
async function threadFiles(paths: readonly string[]): Promise<readonly ThreadFile[]> {
  const threads: ThreadFile[] = [];
  for (const path of paths.toSorted()) {
    const [first] = await firstRecords(path, 1);
    const meta = recordAt(first ?? {}, 'payload');
    const agent = textAt(meta, 'id');
    if (agent !== null) threads.push({ path, meta, agent, parent: parentOf(meta) });
  }
  const depths = new Map(threads.map((thread) => [thread.agent, depthOf(thread, threads)]));
  return threads.toSorted((a, b) => (depths.get(a.agent) ?? 0) - (depths.get(b.agent) ?? 0));
}

const spawnOf = (meta: JsonRecord): JsonRecord =>
  recordAt(recordAt(recordAt(meta, 'source'), 'subagent'), 'thread_spawn');

const parentOf = (meta: JsonRecord): AgentId | null =>
  textAt(meta, 'parent_thread_id') ?? textAt(spawnOf(meta), 'parent_thread_id');

function depthOf(thread: ThreadFile, threads: readonly ThreadFile[]): number {
  let at: ThreadFile | undefined = thread;
  for (let depth = 0; depth < threads.length; depth += 1) {
    const parent: AgentId | null = at.parent;
    at = threads.find(({ agent }) => agent === parent);
    if (at === undefined) return depth + (parent === null ? 0 : 1);
  }
  return threads.length;
}

/** What the first record of a thread says of its agent. */
function meet({ builder, root }: SessionState, { path, meta, agent, parent }: ThreadFile): void {
  const evidence: Evidence = { file: path, line: 1, record: null };
  const cwd = textAt(meta, 'cwd');
  const branch = textAt(recordAt(meta, 'git'), 'branch');
  const isRoot = agent === root;
  const spawn = spawnOf(meta);
  const own = cwd !== null && /\/\.codex\/worktrees\//.test(cwd) ? true : isRoot ? null : false;
  builder.agent(
    agent,
    isRoot
      ? { kind: 'root', launch: 'person', place: { path: cwd, own, branch } }
      : {
          parent,
          launch: 'background',
          name:
            textAt(spawn, 'agent_path')?.replace(/^.*\//, '') ?? textAt(spawn, 'agent_nickname'),
          type: textAt(spawn, 'agent_role'),
          inheritsContext: textAt(meta, 'forked_from_id') === null ? null : true,
          place: { path: cwd, own, branch },
        },
    evidence,
  );
  const version = textAt(meta, 'cli_version');
  if (version !== null) builder.session({ programVersion: version });
  if (isRoot) builder.session({ cwd, branch });
  const roots: unknown = meta['runtime_workspace_roots'];
  for (const each of Array.isArray(roots) ? roots : [])
    if (typeof each === 'string' && each.startsWith('/')) builder.workspace(each);
}

async function readThread(
  session: SessionState,
  { path, meta, agent }: ThreadFile,
  depth: ReadingDepth,
): Promise<void> {
  const { builder } = session;
  const thread: ThreadState = {
    session,
    agent,
    isFork: textAt(meta, 'forked_from_id') !== null,
    since: timeOf(meta['timestamp']),
    cwd: textAt(meta, 'cwd'),
    model: null,
    briefed: false,
    settled: new Set(),
    openCalls: new Set(),
    pending: null,
    counted: false,
    total: 0,
    failed: null,
    compacted: false,
  };
  let forked = thread.isFork;
  const glance = makeThreadGlance(thread, path, {
    possible: () => session.several || forked,
    is: (record, at) => isCopy(thread, forked, record, at),
  });
  const read = await readRecords(
    path,
    { notes: builder.notes, skip: isPassedBy, ...(depth === 'all' ? {} : { glance: glance.take }) },
    (record, line) => {
      glance.parsed(record);
      const standing = standingOf(record, { file: path, line, record: null });
      const isMeta = textAt(record, 'type') === 'session_meta';
      if (isMeta && line > 1 && !forked) {
        forked = true;
        builder.agent(agent, { inheritsContext: true }, standing.evidence);
      }
      if (isMeta && line === 1) builder.seen(agent, standing.at, standing.evidence);
      else if (!isMeta)
        takeRecord(thread, standing, record, isCopy(thread, forked, record, standing.at));
    },
  );
  glance.finish();
  flush(thread);
  builder.file({ path, bytes: read.bytes, records: read.lines });
}

/**
 * Whether a record is a copy of the parent's, with which the file of a fork begins: it is older than the fork, or has
 * the id of a record of another thread.
 */
function isCopy(
  { session: { owners, several }, agent, since }: ThreadState,
  forked: boolean,
  record: JsonRecord,
  at: number | null,
): boolean {
  // Where nothing can be a copy, no id needs to be remembered.
  if (!several && !forked) return false;
  const payload = recordAt(record, 'payload');
  const id = textAt(payload, 'id') ?? textAt(payload, 'turn_id') ?? textAt(payload, 'response_id');
  const key = id === null ? null : `${textAt(payload, 'type') ?? ''} ${id}`;
  const owner = key === null ? undefined : owners.get(key);
  if (key !== null && owner === undefined) owners.set(key, agent);
  if (!forked) return false;
  return (owner !== undefined && owner !== agent) || (at !== null && since !== null && at < since);
}

function finishAgents(
  { builder, root, ends, stopped }: SessionState,
  threads: readonly ThreadFile[],
): void {
  for (const { agent } of threads) {
    const end = ends.get(agent);
    if (end === undefined) continue;
    const stop = stopped.get(agent);
    const whose: Omit<AgentEnd, 'at'> =
      end.state !== 'cancelled'
        ? end
        : stop !== undefined
          ? { ...end, by: 'parent', evidence: stop }
          : { ...end, by: agent === root ? 'person' : 'session-end' };
    builder.agent(agent, { end: { ...whose, at: null } }, whose.evidence);
  }
}
