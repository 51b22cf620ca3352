import { textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { RunEnd } from '../../../domain/run/events.ts';
import type { AgentEnd } from '../../../domain/trace/agent.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { EndedRun } from '../../../ports/run-ends.ts';

/** How an attempt ended, by what its supervisor wrote down. */
export function endOf(exit: JsonRecord): Omit<AgentEnd, 'at' | 'evidence'> {
  if (exit['lost'] === true)
    return { state: 'killed', by: 'system', reason: 'its supervisor died' };
  switch (textAt(exit, 'stopped')) {
    case 'deadline':
      return { state: 'timed-out', by: 'system', reason: 'deadline' };
    case 'disk':
      return { state: 'killed', by: 'system', reason: 'disk' };
    case 'person':
      return { state: 'cancelled', by: 'person', reason: null };
    case 'run-stopped':
      return { state: 'cancelled', by: 'session-end', reason: null };
    case 'conflict':
      return { state: 'cancelled', by: 'system', reason: 'conflict' };
    default:
  }
  const { code } = exit;
  if (code === 0) return { state: 'completed', by: 'itself', reason: null };
  const reason = typeof code === 'number' ? `exit ${code}` : textAt(exit, 'signal');
  return { state: 'failed', by: 'itself', reason };
}

const RUN_ENDS: Readonly<Record<RunEnd, Omit<AgentEnd, 'at' | 'evidence' | 'reason'>>> = {
  landed: { state: 'completed', by: 'itself' },
  waiting: { state: 'completed', by: 'itself' },
  stopped: { state: 'cancelled', by: 'person' },
  unfinished: { state: 'failed', by: 'itself' },
};

/** How the run ended, by fanin's own log. */
export function takeEnd(
  builder: TraceBuilder,
  run: string,
  { end, reason, at }: EndedRun,
  evidence: Evidence,
): void {
  builder.agent(run, { end: { ...RUN_ENDS[end], reason, at, evidence } }, evidence);
}
