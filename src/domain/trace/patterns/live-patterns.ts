import type { TraceAgent } from '../agent.ts';
import type { TraceFinding } from '../finding.ts';
import type { Trace } from '../trace.ts';
import { findPatterns } from './detect.ts';
import { canBeToldNow } from './telling.ts';

/**
 * The failure patterns that can be told of a session while it is at work. What can be told at its end alone takes no part,
 * not even in the precedence: it may yet not come to that.
 */
export const findLivePatterns = (trace: Trace): readonly TraceFinding[] =>
  findPatterns(stillAtWork(trace), { isWanted: (code) => canBeToldNow(trace, code) });

/** Who has no end yet is at work beyond the last record of all, however long ago its own last one is. */
function stillAtWork(trace: Trace): Trace {
  const { endedAt, agents } = trace;
  return endedAt === null
    ? trace
    : { ...trace, agents: agents.map((agent) => liveUntil(agent, endedAt + 1)) };
}

function liveUntil(agent: TraceAgent, until: number): TraceAgent {
  const last = agent.live.at(-1);
  return agent.end.state !== 'running' || last === undefined
    ? agent
    : { ...agent, live: [...agent.live.slice(0, -1), { ...last, to: until }] };
}
