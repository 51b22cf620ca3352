import { join } from 'node:path';
import { recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import type { Tools } from '../../../domain/trace/build/call-events.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { firstRecords, readDocument, readRecords, type RawLine } from '../lines.ts';
import { sha256, timeOf } from '../reading.ts';
import { endOf } from './ends.ts';
import {
  findSessions,
  JOURNAL_FILE,
  MAIN_FILE,
  META_FILE,
  SUB_FILE,
  WORKFLOW_FILE,
} from './find-sessions.ts';
import { takeGlance } from './take-glance.ts';
import { isPassedBy, standingOf, takeRecord } from './records.ts';
import { startOf, type SessionState, type Standing } from './session-state.ts';

/** Sessions of Claude Code, as its versions from 2.1.197 on keep them. */
export const claudeCodeTraces = (parse: Parse): TraceImporter => ({
  source: 'claude-code',
  places: ({ home, env }) => [join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects')],
  sessions: findSessions,
  read: (session, depth = 'all') => readSession(session, { hash: sha256, parse, depth }),
});

async function readSession({ id, files }: FoundSession, tools: Tools): Promise<Trace> {
  const builder = makeTraceBuilder('claude-code', id, tools);
  const state = startOf(builder, id, tools);
  const paths = files.map(({ path }) => path).toSorted();
  // Who is whose child is told beside the records, and is wanted while they are read.
  for (const path of paths.filter((each) => META_FILE.test(each))) await readMeta(state, path);
  for (const path of paths.filter((each) => JOURNAL_FILE.test(each)))
    await readJournal(state, path);
  for (const path of paths.filter((each) => WORKFLOW_FILE.test(each)))
    await readWorkflow(state, path);
  const subs = paths.filter((each) => SUB_FILE.test(each));
  const mains = paths.filter(
    (each) => MAIN_FILE.test(each) && !SUB_FILE.test(each) && !JOURNAL_FILE.test(each),
  );
  for (const path of await inOrder(mains)) await readMain(state, path);
  if (mains.length === 0) builder.notes.missingAgent(id);
  for (const path of subs) await readSub(state, path);
  finishAgents(state);
  return builder.finish();
}

/** A session that went on in another folder: its files, the earlier one first. */
async function inOrder(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length < 2) return paths;
  const starts = new Map<string, number>();
  for (const path of paths) {
    const times = (await firstRecords(path, 20)).flatMap(
      ({ timestamp }) => timeOf(timestamp) ?? [],
    );
    starts.set(path, times[0] ?? Number.POSITIVE_INFINITY);
  }
  return paths.toSorted((a, b) => ((starts.get(a) ?? 0) < (starts.get(b) ?? 0) ? -1 : 1));
}

async function readMain(state: SessionState, path: string): Promise<void> {
  const { builder, session } = state;
  state.answered = '';
  const glance = (raw: RawLine, line: number): boolean =>
    state.cwd !== null && takeGlance(state, { path, agent: null }, raw, line);
  const read = await readRecords(
    path,
    { notes: builder.notes, skip: isPassedBy, ...(state.depth === 'all' ? {} : { glance }) },
    (record, line) => {
      const evidence: Evidence = { file: path, line, record: null };
      if (!builder.agents.has(session))
        builder.agent(session, { kind: 'root', launch: 'person' }, evidence);
      const standing = standingOf(record, session, evidence);
      if (state.ended !== null && 'uuid' in record) state.goesOnAt ??= standing.at;
      if (state.cwd === null && standing.cwd !== null) {
        state.cwd = standing.cwd;
        const branch = textAt(record, 'gitBranch');
        builder.session({ cwd: standing.cwd, branch });
        builder.agent(session, { place: { path: standing.cwd, own: null, branch } }, evidence);
      }
      takeRecord(state, standing, record);
    },
  );
  builder.file({ path, bytes: read.bytes, records: read.lines });
}

async function readSub(state: SessionState, path: string): Promise<void> {
  const { builder } = state;
  const agent = SUB_FILE.exec(path)?.[1] ?? path;
  const start: Evidence = { file: path, line: 1, record: null };
  const workflow = /\/workflows\/([^/]+)\/agent-/.exec(path)?.[1] ?? null;
  meetSub(state, agent, workflow, start);
  let placed = false;
  const take = (record: JsonRecord, line: number): void => {
    // A fork begins with a copy of its parent's records, under the parent's name or none.
    if (textAt(record, 'agentId') !== agent && 'uuid' in record) {
      builder.notes.count('repeatedRecords');
      return;
    }
    const standing = standingOf(record, agent, { file: path, line, record: null });
    if (!placed && standing.cwd !== null) {
      placed = true;
      placeSub(state, standing);
      if (workflow !== null) tellSpawn(state, standing, workflow);
    }
    takeRecord(state, standing, record);
  };
  state.answered = '';
  const glance = (raw: RawLine, line: number): boolean =>
    placed && takeGlance(state, { path, agent }, raw, line);
  const read = await readRecords(
    path,
    { notes: builder.notes, skip: isPassedBy, ...(state.depth === 'all' ? {} : { glance }) },
    take,
  );
  builder.file({ path, bytes: read.bytes, records: read.lines });
}

/** What is known of a sub-agent before its own records: whose it is. */
function meetSub(
  state: SessionState,
  agent: string,
  workflow: string | null,
  evidence: Evidence,
): void {
  const [call] = [...state.childOf].find(([, child]) => child === agent) ?? [];
  const parent =
    workflow !== null
      ? state.session
      : call === undefined
        ? undefined
        : state.delegations.get(call)?.parent;
  if (parent !== undefined) state.parentOf.set(agent, parent);
  state.builder.agent(
    agent,
    {
      ...(parent === undefined ? {} : { parent }),
      ...(workflow === null
        ? {}
        : { launch: 'workflow', spawnedBy: state.workflows.get(workflow) ?? null }),
    },
    evidence,
  );
}

/** A workflow starts its agents itself: no call of the parent's tells of a single one. */
function tellSpawn(
  { builder, session, workflows }: SessionState,
  { agent, at, evidence }: Standing,
  workflow: string,
): void {
  const call = workflows.get(workflow) ?? null;
  builder.event({
    kind: 'spawn',
    agent: session,
    at,
    evidence,
    call,
    child: agent,
    outcome: 'started',
    reason: null,
    briefHash: null,
  });
}

/** Its own work copy is told by its meta file, or by the name of its folder. */
function placeSub(state: SessionState, { agent, cwd, evidence }: Standing): void {
  const told = state.placeOf.get(agent);
  const own = told?.own ?? (cwd !== null && /\/\.claude\/worktrees\/agent-/.test(cwd));
  state.builder.agent(
    agent,
    { place: { path: told?.path ?? cwd, own, branch: told?.branch ?? null } },
    evidence,
  );
}

async function readMeta(state: SessionState, path: string): Promise<void> {
  const agent = META_FILE.exec(path)?.[1] ?? '';
  const meta = await readDocument(path, state.builder.notes);
  if (meta === null) return;
  const evidence: Evidence = { file: path, line: 1, record: null };
  const call = textAt(meta, 'toolUseId');
  const worktree = textAt(meta, 'worktreePath');
  const shape = textAt(meta, 'requestShape');
  if (call !== null) state.childOf.set(call, agent);
  if (worktree !== null || meta['worktreeCleanlyRemoved'] === true)
    state.placeOf.set(agent, {
      path: worktree,
      own: true,
      branch: textAt(meta, 'worktreeBranch'),
    });
  state.builder.agent(
    agent,
    {
      name: textAt(meta, 'description'),
      type: textAt(meta, 'agentType'),
      spawnedBy: call,
      unit: textAt(meta, 'workflowPhase'),
      ...(textAt(meta, 'parentAgentId') === null ? {} : { parent: textAt(meta, 'parentAgentId') }),
      ...(shape === 'foreground' || shape === 'background' ? { launch: shape } : {}),
    },
    evidence,
  );
  if (meta['finished'] === true)
    state.told.set(agent, { state: 'completed', by: 'itself', reason: null, evidence });
}

/** A workflow's journal: one key a brief. A key that is started again is the same work made again. */
async function readJournal(state: SessionState, path: string): Promise<void> {
  const byKey = new Map<string, string>();
  await readRecords(path, { notes: state.builder.notes }, (record, line) => {
    const evidence: Evidence = { file: path, line, record: null };
    const agent = textAt(record, 'agentId');
    const key = textAt(record, 'key');
    if (agent === null || key === null) return;
    if (textAt(record, 'type') === 'started') {
      state.builder.agent(agent, { retryOf: byKey.get(key) ?? null }, evidence);
      byKey.set(key, agent);
    } else if (textAt(record, 'type') === 'result')
      state.told.set(agent, { state: 'completed', by: 'itself', reason: null, evidence });
  });
}

/** The state of a workflow at its end: it says of agents that have no result what became of them. */
async function readWorkflow(state: SessionState, path: string): Promise<void> {
  const document = await readDocument(path, state.builder.notes);
  if (document === null) return;
  const phases = recordsAt(document, 'phases').flatMap((phase) => textAt(phase, 'title') ?? []);
  const units = phases.map((id, at) => ({
    id,
    needs: phases.slice(Math.max(0, at - 1), at),
    paths: [],
    deliverables: [],
  }));
  if (units.length > 0) state.builder.session({ units });
  for (const agent of recordsAt(document, 'workflowProgress')) {
    const id = textAt(agent, 'agentId');
    const how = textAt(agent, 'state');
    if (id === null || state.told.has(id)) continue;
    const evidence: Evidence = { file: path, line: null, record: id };
    if (how === 'failed' || how === 'error')
      state.told.set(id, {
        state: 'failed',
        by: 'itself',
        reason: textAt(agent, 'error'),
        evidence,
      });
  }
}

function finishAgents(state: SessionState): void {
  const { builder, session } = state;
  for (const [call, { parent, name }] of state.delegations) {
    const child = state.childOf.get(call);
    if (child === undefined) continue;
    builder.agent(child, { parent, ...(name === null ? {} : { name }) }, lineless(session));
  }
  for (const agent of new Set([session, ...state.last.keys(), ...state.told.keys()])) {
    const end = endOf(state, agent);
    if (end !== null && builder.agents.has(agent)) builder.agent(agent, { end }, end.evidence);
  }
}

/** Of agents that are known already no other evidence is taken. */
const lineless = (file: string): Evidence => ({ file, line: null, record: null });
