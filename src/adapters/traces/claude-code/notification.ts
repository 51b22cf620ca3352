import type { AgentEnd } from '../../../domain/trace/agent.ts';
import { cut, LIMITS } from '../../../domain/trace/limits.ts';
import type { SessionState, Standing } from './session-state.ts';

/** A `<task-notification>`: the program's word that a sub-agent (or a workflow, or a command) has ended. */
export function takeNotification(
  state: SessionState,
  { agent, at, evidence }: Standing,
  text: string,
): void {
  const task = within(text, 'task-id');
  const status = within(text, 'status');
  const call = within(text, 'tool-use-id');
  const { builder } = state;
  const isAgent = task !== null && (builder.agents.has(task) || isChild(state, call, task));
  builder.event({
    kind: 'message',
    what: 'notice',
    agent,
    at,
    evidence,
    from: { kind: 'program' },
    to: { kind: 'agent', id: agent },
    text: cut(text, LIMITS.message),
    length: text.length,
    call,
  });
  if (!isAgent) return;
  const end = endOf(status, within(text, 'summary'));
  if (end !== null && !state.stopped.has(task)) state.told.set(task, { ...end, evidence });
  const result = within(text, 'result');
  if (result === null) return;
  const said = unescaped(result);
  builder.event({
    kind: 'message',
    what: 'result',
    agent,
    at,
    evidence,
    from: { kind: 'agent', id: task },
    to: { kind: 'agent', id: agent },
    text: cut(said, LIMITS.message),
    length: said.length,
    call,
  });
}

const isChild = (state: SessionState, call: string | null, task: string): boolean =>
  call !== null && state.childOf.get(call) === task;

function endOf(
  status: string | null,
  summary: string | null,
): Omit<AgentEnd, 'at' | 'evidence'> | null {
  switch (status) {
    case 'completed':
      return { state: 'completed', by: 'itself', reason: null };
    case 'failed':
      return { state: 'failed', by: 'itself', reason: summary };
    case 'killed':
    case 'stopped':
      if (/by Claude/i.test(summary ?? ''))
        return { state: 'cancelled', by: 'parent', reason: summary };
      return {
        state: 'killed',
        by: /by (?:the )?user/i.test(summary ?? '') ? 'person' : 'unknown',
        reason: summary,
      };
    default:
      return null;
  }
}

function within(text: string, tag: string): string | null {
  const from = text.indexOf(`<${tag}>`);
  const to = text.indexOf(`</${tag}>`, from);
  return from === -1 || to === -1 ? null : text.slice(from + tag.length + 2, to).trim();
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
