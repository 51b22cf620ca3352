import {
  isRecord,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import { errorClassOf } from '../../../domain/trace/build/error-class.ts';
import { briefOf } from '../../../domain/trace/brief.ts';
import type { Party } from '../../../domain/trace/event.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import { copied } from '../compact.ts';
import { timeOf, titleOf } from '../reading.ts';
import { takeAnswer } from './answers.ts';
import type { GlancedResult } from './glance.ts';
import { takeNotification } from './notification.ts';
import { takeResult } from './results.ts';
import type { SessionState, Standing } from './session-state.ts';
import { statedTokens } from './usage.ts';

/** Kinds of record that tell nothing a trace has. */
const PASSED_BY = new Set([
  'tools-used',
  'last-prompt',
  'attachment',
  'file-history-snapshot',
  'progress',
  'permission-mode',
  'mode',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'tag',
  'content-replacement',
  'marble-origami-commit',
  'marble-origami-snapshot',
  'speculation-accept',
  'queue-operation',
  'api-request',
]);

/** Lines whose record need not be made: most bytes of a file are in such. */
export const isPassedBy = (line: string): boolean =>
  /^\{"type":"(?:tools-used|last-prompt|api-request[\w-]*|file-history-snapshot)"/.test(line) ||
  (line.length > 4_000 && line.includes('"type":"attachment"') && !line.includes('"type":"user"'));

/** A record of a session's files, in `standing`'s place. */
export function takeRecord(state: SessionState, standing: Standing, record: JsonRecord): void {
  const { builder } = state;
  const { agent, at, evidence } = standing;
  const type = textAt(record, 'type') ?? '';
  const version = textAt(record, 'version');
  if (version !== null && version !== state.version) takeVersion(state, version);
  builder.seen(agent, at, evidence);
  builder.notes.clock(evidence.file, at);
  switch (type) {
    case 'user':
      takeUser(state, standing, record);
      return;
    case 'assistant':
      takeAnswer(state, standing, record);
      return;
    case 'system':
      takeSystem(state, standing, record);
      return;
    case 'cost-state':
      takeTotals(state, standing, record);
      return;
    case 'worktree-state':
      takeWorktree(state, standing, recordAt(record, 'worktreeSession'));
      return;
    case 'summary':
    case 'ai-title':
    case 'custom-title':
      takeTitle(
        state,
        textAt(record, 'summary') ?? textAt(record, 'title') ?? textAt(record, 'customTitle'),
      );
      return;
    default:
      if (!PASSED_BY.has(type) && !type.startsWith('api-request'))
        builder.notes.unknownRecord(type === '' ? '(no type)' : type);
  }
}

function takeVersion(state: SessionState, version: string): void {
  state.version = version;
  state.builder.session({ programVersion: version });
}

/** The result of a call that went well, of which no more is wanted: as `takeRecord` takes one. */
export function takePlainResult(
  state: SessionState,
  { agent, at, evidence, version, call }: GlancedResult & Pick<Standing, 'agent' | 'evidence'>,
): void {
  const { builder } = state;
  if (version !== state.version) takeVersion(state, copied(version));
  builder.seen(agent, at, evidence);
  builder.notes.clock(evidence.file, at);
  const exit = state.toolOf.get(call) === 'Bash' ? 0 : null;
  const result = { id: call, agent, at, exit, text: '', length: null, cut: false };
  builder.result({ ...result, outcome: 'ok' });
  state.last.set(agent, { at, evidence, state: 'open', text: null });
}

/** A title is the program's word; a person's own first words are taken where there is none. */
function takeTitle(state: SessionState, title: string | null): void {
  if (title !== null && title !== '') state.builder.session({ title: cut(title, 120) });
}

function takeUser(state: SessionState, standing: Standing, record: JsonRecord): void {
  const content = recordAt(record, 'message')['content'];
  if (typeof content === 'string') {
    takeText(state, standing, record, content);
    return;
  }
  for (const block of recordsAt({ content }, 'content')) {
    if (textAt(block, 'type') === 'tool_result') {
      takeResult(state, standing, block, record);
      state.last.set(standing.agent, { ...place(standing), state: 'open', text: null });
    } else if (textAt(block, 'type') === 'text')
      takeText(state, standing, record, textAt(block, 'text') ?? '');
  }
}

const place = ({ at, evidence }: Standing) => ({ at, evidence });

function takeText(state: SessionState, standing: Standing, record: JsonRecord, text: string): void {
  const { agent } = standing;
  if (text.startsWith('[Request interrupted')) {
    state.last.set(agent, { ...place(standing), state: 'interrupted', text });
    return;
  }
  const origin = textAt(recordAt(record, 'origin'), 'kind');
  if (origin === 'task-notification' || text.startsWith('<task-notification>'))
    takeNotification(state, standing, text);
  else if (record['isMeta'] === true) return;
  else takePrompt(state, standing, text);
  newTurn(state, standing);
}

/** What stands between two turns is no work. */
function newTurn(state: SessionState, standing: Standing): void {
  const { agents } = state.builder;
  const before = state.last.get(standing.agent);
  if (before?.state === 'ended') agents.turnEnd(standing.agent, before.at);
  agents.turn(standing.agent, standing.at);
  state.last.set(standing.agent, { ...place(standing), state: 'open', text: null });
}

function takePrompt(state: SessionState, standing: Standing, text: string): void {
  const { agent, at, evidence } = standing;
  const { builder } = state;
  const isRoot = agent === state.session;
  if (isRoot && !state.titled) {
    state.titled = true;
    const title = titleOf(text);
    if (title !== null) builder.session({ title });
  }
  const first = !isRoot && !state.last.has(agent);
  if (first) builder.agent(agent, { brief: briefOf(text, state.hash) }, evidence);
  builder.event({
    kind: 'message',
    what: isRoot ? 'prompt' : first ? 'brief' : 'note',
    agent,
    at,
    evidence,
    from: isRoot ? { kind: 'person' } : giverOf(state, agent),
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.brief),
    length: text.length,
    call: null,
  });
}

/** Who speaks to a sub-agent: its parent, where that is known by now. */
function giverOf({ parentOf }: SessionState, agent: string): Party {
  const parent = parentOf.get(agent);
  return parent === undefined ? { kind: 'program' } : { kind: 'agent', id: parent };
}

function takeSystem(
  state: SessionState,
  { agent, at, evidence }: Standing,
  record: JsonRecord,
): void {
  const { builder } = state;
  const subtype = textAt(record, 'subtype') ?? '';
  if (subtype === 'compact_boundary' || subtype === 'microcompact_boundary') {
    const facts = recordAt(record, 'compactMetadata');
    const before = facts['preTokens'];
    const trigger = textAt(facts, 'trigger');
    builder.event({
      kind: 'compaction',
      agent,
      at,
      evidence,
      trigger: trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown',
      tokensBefore: typeof before === 'number' ? before : null,
    });
  } else if (subtype === 'api_error') {
    const cause = recordAt(record, 'error');
    const text = textAt(record, 'content') ?? textAt(cause, 'message') ?? JSON.stringify(cause);
    builder.event({
      kind: 'error',
      agent,
      at,
      evidence,
      error: errorClassOf(text === '{}' ? 'api error' : text),
      text: cut(text, LIMITS.reason),
    });
  }
}

function takeTotals(state: SessionState, { evidence }: Standing, record: JsonRecord): void {
  const usd = record['totalCostUSD'];
  const models = record['modelUsage'];
  state.ended = evidence;
  state.goesOnAt = null;
  if (!isRecord(models)) return;
  state.builder.stated({
    of: 'session',
    agent: null,
    usage: statedTokens(models),
    usd: typeof usd === 'number' && record['hasUnknownModelCost'] !== true ? usd : null,
    evidence,
  });
}

/** The session works in a work copy of its own. */
function takeWorktree(
  state: SessionState,
  { agent, evidence }: Standing,
  worktree: JsonRecord,
): void {
  const path = textAt(worktree, 'worktreePath');
  const main = textAt(worktree, 'originalCwd');
  if (main !== null) state.builder.workspace(main);
  if (path === null) return;
  const branch = textAt(worktree, 'worktreeBranch');
  state.builder.agent(agent, { place: { path, own: true, branch } }, evidence);
}

/** Where a record stands; what is missing in it is unknown. */
export function standingOf(
  record: JsonRecord,
  agent: string,
  evidence: Standing['evidence'],
): Standing {
  return { agent, at: timeOf(record['timestamp']), cwd: textAt(record, 'cwd'), evidence };
}
