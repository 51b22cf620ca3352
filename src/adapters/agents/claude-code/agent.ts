import type { Agent } from '../../../ports/agent.ts';
import { askLogin, detectProgram, programOf } from '../detect-program.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { launch } from './launch.ts';
import { MANIFEST } from './manifest.ts';

/** What the adapter needs from outside. */
export interface ClaudeCodeAgentDeps {
  /** The node binary that runs the driver. */
  readonly node: string;
  /** The program that answers its hooks; left out: no guard watches it. */
  readonly hook?: string;
}

/** Claude Code, headless: JSON lines on its standard input and output, held open by a driver. */
export function claudeCodeAgent(deps: ClaudeCodeAgentDeps): Agent {
  return {
    name: 'claude-code',
    capabilities: {
      message: 'mid-turn',
      asks: true,
      resume: true,
      guarded: 'each-call',
      hooksNameSubAgents: true,
      delegation: ['off', 'capped', 'native'],
      aboveCap: 'refused',
      usage: 'live',
      cost: true,
      heldBy: 'allow-list',
      commits: true,
      needsTty: false,
      output: 'records',
    },
    manifest: MANIFEST,
    detect: (spec) => detectProgram(spec, MANIFEST, { DISABLE_AUTOUPDATER: '1' }),
    login: (spec) =>
      askLogin(spec, [programOf(spec, MANIFEST), 'auth', 'status'], (exit) =>
        exit === 0 ? 'in' : 'out',
      ),
    launch: (request) => launch(request, deps.node, deps.hook),
    decoder: makeDecoder,
    input: driverInput,
  };
}
