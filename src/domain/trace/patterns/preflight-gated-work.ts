import { firstWave, isGate } from './first-wave.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt } from './session-index.ts';
import { minutes, type SessionView } from './session-view.ts';

/** One agent or command held the way, and the others began when it had ended. */
export const preflightGatedWork: Detector = {
  code: 'preflight-gated-work',
  detect: (view) => [...byAgent(view), ...byCommand(view)],
};

function byAgent(view: SessionView): readonly Candidate[] {
  const wave = firstWave(view);
  const [gate] = wave?.agents ?? [];
  if (wave === null || gate === undefined || wave.agents.length > 1) return [];
  if (!isGate(view, gate.to - gate.from)) return [];
  const after = view.subs.filter(({ from }) => from >= gate.to);
  return after.length === 0
    ? []
    : [gated(view, gate.id, { ...gate, evidence: askedAt(view, gate) }, after)];
}

function byCommand(view: SessionView): readonly Candidate[] {
  const first = view.productWrites[0]?.at ?? view.end;
  return view.events('tool').flatMap((call) => {
    const { agent, tool, at, until } = call;
    if (agent !== view.root || tool !== 'shell' || until === null || until > first) return [];
    if (!isGate(view, until - at)) return [];
    const apart = view.subs.every(({ from, to }) => from >= until || to <= at);
    const after = view.subs.filter(({ from }) => from >= until);
    if (!apart || after.length < view.subs.length) return [];
    return [gated(view, agent, { from: at, to: until, evidence: call.evidence }, after)];
  });
}

type Gate = Pick<SessionView['subs'][number], 'from' | 'to' | 'evidence'>;

const gated = (
  view: SessionView,
  agent: string,
  gate: Gate,
  after: SessionView['subs'],
): Candidate => ({
  agents: [agent],
  evidence: [gate.evidence, ...after.slice(0, 1).map((sub) => askedAt(view, sub))],
  consequence: `${after.length} sub-agents began after a wait of ${minutes(gate.to - gate.from)}`,
  nearest: 'serial-investigation',
  rejection: 'one agent or command held the way, not a wave',
  confidence: view.budgetMs === null ? 'low' : 'high',
  episode: ['start'],
});
