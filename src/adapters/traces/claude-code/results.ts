import type { AgentEnd } from '../../../domain/trace/agent.ts';
import type { CallResult } from '../../../domain/trace/build/tool-use.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { CallOutcome } from '../../../domain/trace/event.ts';
import { recordAt, recordsAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { Delegation, SessionState, Standing } from './session-state.ts';

/** A `tool_result` block, with the record around it. */
export function takeResult(
  state: SessionState,
  standing: Standing,
  block: JsonRecord,
  record: JsonRecord,
): void {
  const id = textAt(block, 'tool_use_id') ?? '';
  const text = resultText(block['content']);
  const denial = textAt(record, 'toolDenialKind');
  const failed = block['is_error'] === true;
  const facts = recordAt(record, 'toolUseResult');
  const exit = failed
    ? exitIn(text)
    : state.toolOf.get(id) === 'Bash' && !('backgroundTaskId' in facts)
      ? 0
      : null;
  const outcome = failed ? failedOutcome(text, denial, exit) : 'ok';
  const original = facts['originalFile'];
  const retrieval = textAt(facts, 'retrieval_status');
  const result: CallResult = {
    id,
    agent: standing.agent,
    at: standing.at,
    outcome,
    exit,
    text,
    length: text.length,
    cut: /\[(?:output )?truncated|characters? truncated|…\[\d+ characters cut\]/i.test(
      text.slice(-600),
    ),
    ...(original === null || typeof original === 'string' ? { original } : {}),
    ...(retrieval === null ? {} : { timedOut: retrieval === 'timeout' }),
  };
  state.builder.result(result);
  const asked = state.delegations.get(id);
  if (asked !== undefined)
    tookDelegation(state, standing, { call: id, asked, text, failed, facts });
  const stopped = textAt(facts, 'task_id');
  if (!failed && stopped !== null && textAt(facts, 'task_type') === 'local_agent')
    state.stopped.set(stopped, standing.evidence);
}

function failedOutcome(text: string, denial: string | null, exit: number | null): CallOutcome {
  if (denial === 'user-rejected') return 'interrupted';
  if (denial !== null) return 'refused';
  if (exit !== null) return 'error';
  return REFUSED.test(text) ? 'refused' : 'error';
}

const REFUSED =
  /hook error|requires approval|permission to use|isolated in the worktree|no such tool available|subagent limit reached|doesn't want to proceed|denied/i;

/** The code in front of a failed command's output. */
function exitIn(text: string): number | null {
  const code = /^(?:Error: )?Exit code (-?\d+)/.exec(text)?.[1];
  return code === undefined ? null : Number.parseInt(code, 10);
}

/** The text of a result: a string, or blocks of which some are text. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsAt({ content }, 'content')
    .map((block) => textAt(block, 'text') ?? '')
    .join('\n');
}

interface Delegated {
  readonly call: string;
  readonly asked: Delegation;
  readonly text: string;
  readonly failed: boolean;
  readonly facts: JsonRecord;
}

/** The result of a call that starts an agent: it ended, was started to run beside its parent, or was refused. */
function tookDelegation(
  state: SessionState,
  { agent, at, evidence }: Standing,
  { call, asked, text, failed, facts }: Delegated,
): void {
  const { builder } = state;
  const status = textAt(facts, 'status');
  const run = textAt(facts, 'runId');
  if (run !== null) state.workflows.set(run, call);
  const child = textAt(facts, 'agentId') ?? state.childOf.get(call) ?? null;
  const refused = failed && child === null;
  if (status !== 'async_launched' || run === null)
    builder.event({
      kind: 'spawn',
      agent,
      at: asked.at,
      evidence: asked.evidence,
      call,
      child,
      outcome: refused ? 'refused' : child === null ? 'unknown' : 'started',
      reason: refused ? cut(text, LIMITS.reason) : null,
      briefHash: asked.briefHash,
    });
  if (child === null) return;
  state.childOf.set(call, child);
  state.parentOf.set(child, agent);
  builder.agent(
    child,
    {
      parent: agent,
      spawnedBy: call,
      launch: status === 'async_launched' ? 'background' : 'foreground',
    },
    evidence,
  );
  if (status === 'async_launched') return;
  state.told.set(child, { ...endBy(status, text, failed), evidence });
  const answer = recordsAt(facts, 'content')
    .map((block) => textAt(block, 'text') ?? '')
    .filter((part) => !part.startsWith('<tools-used-before-summary>'))
    .join('\n');
  const said = answer === '' ? text : answer;
  builder.event({
    kind: 'message',
    what: 'result',
    agent,
    at,
    evidence,
    from: { kind: 'agent', id: child },
    to: { kind: 'agent', id: agent },
    text: cut(said, LIMITS.message),
    length: said.length,
    call,
  });
}

function endBy(
  status: string | null,
  text: string,
  failed: boolean,
): Omit<AgentEnd, 'at' | 'evidence'> {
  if (!failed) return { state: 'completed', by: 'itself', reason: null };
  const reason = cut(text, LIMITS.reason);
  if (/api error|terminated early/i.test(text)) return { state: 'failed', by: 'system', reason };
  if (status === 'killed' || /interrupted|rejected/i.test(text))
    return { state: 'cancelled', by: 'person', reason };
  return { state: 'failed', by: 'itself', reason };
}
