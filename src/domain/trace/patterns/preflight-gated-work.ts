import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { firstWave, isGate } from './first-wave.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt, eventsOf } from './session-index.ts';
import { minutes, type SessionView, type Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** One agent or command held the way, and the others began when it had ended. */
export const preflightGatedWork: Detector = {
  code: 'preflight-gated-work',
  detect: (view) => [...byAgent(view), ...byRoot(view)],
};

/** One sub-agent, or several one after the other, that wrote nothing of the product. */
function byAgent(view: SessionView): readonly Candidate[] {
  const wave = firstWave(view);
  const [gate] = wave?.agents ?? [];
  if (wave === null || gate === undefined || wave.sideBySide) return [];
  if (!isGate(view, wave.to - wave.from)) return [];
  const after = view.subs.filter(({ from }) => from >= wave.to);
  return after.length === 0
    ? []
    : [
        gated(
          view,
          wave.agents.map(({ id }) => id),
          { ...wave, evidence: [askedAt(view, gate)] },
          after,
        ),
      ];
}

/** Calls of the root, one or several in a row, while no sub-agent was at work. */
function byRoot(view: SessionView): readonly Candidate[] {
  const first = view.productWrites[0]?.at ?? view.end;
  const until = Math.min(first, ...view.subs.map(({ from }) => from));
  const calls = eventsOf(view, 'tool', view.root).filter(
    (call) => call.tool !== 'delegate' && call.until !== null && call.until <= until,
  );
  const lengthOf = (call: Timed<'tool'>): number => (call.until ?? call.at) - call.at;
  const held = timeIn(calls);
  const long = calls.filter((call) => lengthOf(call) >= held * THRESHOLDS.gatePart.value);
  const [begun] = long;
  const ended = long.at(-1)?.until ?? null;
  if (!isGate(view, held) || begun === undefined || ended === null) return [];
  const after = view.subs.filter(({ from }) => from >= ended);
  if (after.length === 0) return [];
  const evidence = long.map((call) => call.evidence);
  return [gated(view, [view.root], { from: begun.at, to: ended, evidence }, after)];
}

/** How long at least one of some calls went on: one can be within another. */
function timeIn(calls: readonly Timed<'tool'>[]): number {
  let time = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    const end = call.until ?? call.at;
    time += Math.max(0, end - Math.max(call.at, until));
    until = Math.max(until, end);
  }
  return time;
}

interface Gate {
  readonly from: number;
  readonly to: number;
  readonly evidence: readonly Evidence[];
}

const gated = (
  view: SessionView,
  agents: readonly AgentId[],
  gate: Gate,
  after: SessionView['subs'],
): Candidate => ({
  agents,
  evidence: [...gate.evidence, ...after.slice(0, 1).map((sub) => askedAt(view, sub))],
  consequence: `${after.length} sub-agents began after a wait of ${minutes(gate.to - gate.from)}`,
  nearest: 'serial-investigation',
  rejection: 'one agent or command held the way, not a wave',
  confidence: view.budgetMs === null ? 'low' : 'high',
  episode: ['start'],
});
