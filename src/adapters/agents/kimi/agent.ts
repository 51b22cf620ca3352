import type { AgentSpec } from '../../../domain/plan/plan.ts';
import type { Agent, LoginState } from '../../../ports/agent.ts';
import { askLogin, programOf } from '../detect-program.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { detect } from './detect.ts';
import { launch } from './launch.ts';
import { MANIFEST } from './manifest.ts';

/** What the adapter needs from outside. */
export interface KimiAgentDeps {
  /** The node binary that runs its driver. */
  readonly node: string;
  /** The program that answers its hooks; left out: no guard watches it. */
  readonly hook?: string;
}

/** Kimi Code, headless, with a driver that reads its session's files and ends turns for messages. */
export function kimiAgent(deps: KimiAgentDeps): Agent {
  return {
    name: 'kimi',
    capabilities: {
      message: 'resume',
      asks: false,
      resume: true,
      guarded: 'each-call',
      hooksNameSubAgents: false,
      // It has a cap for swarms, but lifts it by itself after a rate limit: that is no cap.
      delegation: ['off', 'native'],
      aboveCap: null,
      usage: 'live',
      cost: false,
      // Its runs without a person ask for nothing, and heed no rules: each call passes the guard.
      heldBy: 'guard',
      commits: true,
      needsTty: false,
      output: 'records',
    },
    manifest: MANIFEST,
    detect,
    login,
    launch: (request) => launch(request, deps.node, deps.hook),
    decoder: makeDecoder,
    input: driverInput,
  };
}

/** It has no status command: its list of providers tells a missing log-in, but not a stale one. */
async function login(spec: AgentSpec): Promise<LoginState> {
  const { state, text } = await askLogin(
    spec,
    [programOf(spec, MANIFEST), 'provider', 'list'],
    (exit, said) => (exit === 0 && said.startsWith('No providers configured') ? 'out' : 'unknown'),
  );
  if (state === 'out') return { state, text: `${text} ${MANIFEST.loginHint}` };
  return {
    state,
    text: `${text}. Kimi Code does not say whether a log-in still holds: try \`kimi -p hi\`.`,
  };
}
