import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import { errorClassOf } from '../../../domain/trace/build/error-class.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { timeOf, titleOf } from '../reading.ts';
import { errorText, takeAgentRecord, tokensOf } from './agents.ts';
import { takeLoopEvent } from './loop-events.ts';
import { MAIN, type Standing, type WireState } from './wire-state.ts';

const PASSED_BY =
  /^(?:metadata|runtime\.\w+|permission\.\w+|llm\.tools_snapshot|token_counting\.\w+|agent\.\w+\.\w+|file_history\.\w+|plugin\.\w+|swarm_mode\.\w+|prompt\.\w+|turn\.step\.\w+|turn\.started|turn\.steer|task\.\w+|context\.append_message|context\.\w*notif\w*|todo\.\w+|plan\.\w+|goal\.\w+|mcp\.\w+|skill\.\w+|session\.\w+|usage\.\w+|step\.\w+|profile\.\w+|hook\.\w+|cron\.\w+|model\.\w+|tools?\.\w+)$/;

/** Lines whose record need not be made: what is told a second time, and the descriptions of tools. */
export const isPassedBy = (line: string): boolean =>
  line.startsWith('{"message":') ||
  /^\{"type":"(?:llm\.tools_snapshot|context\.append_message|token_counting\.)/.test(line);

/** A record of an agent's file. */
export function takeRecord(wire: WireState, standing: Standing, record: JsonRecord): void {
  const { session, agent } = wire;
  const { builder } = session;
  const type = textAt(record, 'type') ?? '';
  builder.seen(agent, standing.at, standing.evidence);
  builder.notes.clock(standing.evidence.file, standing.at);
  if (takeAgentRecord(wire, standing, type, record)) return;
  switch (type) {
    case 'profile.bind':
      bindProfile(wire, standing, record);
      return;
    case 'llm.request':
      wire.model = textAt(record, 'model') ?? wire.model;
      return;
    case 'usage.record':
      takeUsage(wire, standing, record);
      return;
    case 'turn.prompt':
      takePrompt(wire, standing, record);
      return;
    case 'turn.cancel':
      wire.session.ends.set(agent, {
        state: 'cancelled',
        by: textAt(record, 'reason') === 'user_cancelled' ? 'person' : 'unknown',
        reason: textAt(record, 'reason'),
        evidence: standing.evidence,
      });
      return;
    case 'turn.ended':
      turnEnded(wire, standing, record);
      return;
    case 'context.append_loop_event':
      takeLoopEvent(wire, standing, recordAt(record, 'event'));
      return;
    default:
      if (/compact/.test(type)) compacted(wire, standing, record);
      else if (!PASSED_BY.test(type)) builder.notes.unknownRecord(type === '' ? '(no type)' : type);
  }
}

function bindProfile(wire: WireState, { evidence }: Standing, record: JsonRecord): void {
  const { session, agent } = wire;
  const cwd = textAt(recordAt(record, 'environmentDisclosure'), 'cwd');
  const type = textAt(record, 'profileName');
  if (cwd !== null) wire.cwd = cwd;
  wire.model ??= textAt(record, 'modelAlias');
  session.builder.agent(
    agent,
    {
      ...(type === null ? {} : { type }),
      ...(cwd === null ? {} : { place: { path: cwd, own: null, branch: null } }),
    },
    evidence,
  );
  if (agent === MAIN && cwd !== null) session.builder.session({ cwd });
}

function takeUsage(
  { session, agent, model }: WireState,
  { at, evidence }: Standing,
  record: JsonRecord,
): void {
  session.builder.request(`${agent} ${evidence.file}:${evidence.line}`, {
    agent,
    at,
    evidence,
    model: model ?? textAt(record, 'model'),
    usage: tokensOf(recordAt(record, 'usage')),
    of: 'request',
    stop: 'unknown',
  });
}

function takePrompt(wire: WireState, standing: Standing, record: JsonRecord): void {
  const { session, agent } = wire;
  const { builder } = session;
  const text = recordsAt(record, 'input')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
  const origin = textAt(recordAt(record, 'origin'), 'kind') ?? 'user';
  builder.agents.turn(agent, standing.at);
  session.ends.delete(agent);
  const isRoot = agent === MAIN;
  const first = !wire.briefed;
  wire.briefed = true;
  const notice = isRoot && (origin === 'task' || text.trimStart().startsWith('<notification'));
  if (isRoot && !notice && !session.titled) {
    session.titled = true;
    builder.session({ title: titleOf(text) });
  }
  if (!isRoot && first)
    builder.agent(agent, { brief: briefOf(text, session.hash) }, standing.evidence);
  const parent = session.parentOf.get(agent);
  builder.event({
    kind: 'message',
    what: notice ? 'notice' : isRoot ? 'prompt' : first ? 'brief' : 'note',
    agent,
    ...standing,
    from:
      isRoot && !notice
        ? { kind: 'person' }
        : parent === undefined
          ? { kind: 'program' }
          : { kind: 'agent', id: parent },
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.brief),
    length: text.length,
    call: null,
  });
}

function turnEnded(wire: WireState, { at, evidence }: Standing, record: JsonRecord): void {
  const { session, agent } = wire;
  const { builder } = session;
  builder.agents.turnEnd(agent, at);
  switch (textAt(record, 'reason')) {
    case 'completed':
      session.ends.set(agent, { state: 'completed', by: 'itself', reason: null, evidence });
      return;
    case 'failed': {
      const reason = errorText(record);
      session.ends.set(agent, { state: 'failed', by: 'system', reason, evidence });
      builder.event({
        kind: 'error',
        agent,
        at,
        evidence,
        error: errorClassOf(reason ?? ''),
        text: reason ?? '',
      });
      return;
    }
    case 'cancelled':
      // Its cause was told by the record before.
      if (!session.ends.has(agent))
        session.ends.set(agent, { state: 'cancelled', by: 'unknown', reason: null, evidence });
      return;
    default:
  }
}

function compacted({ session, agent }: WireState, standing: Standing, record: JsonRecord): void {
  const before = record['tokensBefore'] ?? record['tokens'];
  session.builder.event({
    kind: 'compaction',
    agent,
    ...standing,
    trigger: 'unknown',
    tokensBefore: typeof before === 'number' ? before : null,
  });
}

/** Where a record stands. */
export const standingOf = (record: JsonRecord, evidence: Standing['evidence']): Standing => ({
  at: timeOf(record['time']),
  evidence,
});
