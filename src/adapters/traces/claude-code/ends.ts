import type { AgentEnd, AgentId } from '../../../domain/trace/agent.ts';
import type { LastRecord, SessionState } from './session-state.ts';

/** How an agent ended, by all that was told of it; null: its records stop without an end. */
export function endOf(state: SessionState, agent: AgentId): AgentEnd | null {
  const stopped = state.stopped.get(agent);
  const told = state.told.get(agent);
  const last = state.last.get(agent);
  // A sub-agent that had ended before it was told to stop has completed.
  if (stopped !== undefined && last?.state !== 'ended')
    return { state: 'cancelled', by: 'parent', at: null, reason: null, evidence: stopped };
  if (told !== undefined) return { ...told, at: null };
  if (last === undefined) return null;
  return ofLast(state, agent, last);
}

function ofLast(
  { ended, goesOnAt, session }: SessionState,
  agent: AgentId,
  { state, at, text, evidence }: LastRecord,
): AgentEnd | null {
  switch (state) {
    case 'ended':
      return { state: 'completed', by: 'itself', at: null, reason: null, evidence };
    case 'interrupted':
      return { state: 'cancelled', by: 'person', at: null, reason: text, evidence };
    case 'api-error':
      return { state: 'failed', by: 'system', at: null, reason: text, evidence };
    case 'open':
      // The program wrote its totals and went, with this agent at work: it was made to end. Another process may have gone on.
      return ended === null || (goesOnAt !== null && (at ?? 0) >= goesOnAt)
        ? null
        : {
            state: 'killed',
            by: 'system',
            at: null,
            reason: agent === session ? 'the program ended while it was at work' : null,
            evidence: agent === session ? ended : evidence,
          };
  }
}
