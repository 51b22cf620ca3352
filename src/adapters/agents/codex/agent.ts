import type { Agent } from '../../../ports/agent.ts';
import { askLogin, detectProgram, programOf } from '../detect-program.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { launch } from './launch.ts';
import { MANIFEST } from './manifest.ts';

/** What the adapter needs from outside. */
export interface CodexAgentDeps {
  /** The node binary that runs the driver. */
  readonly node: string;
  /** The program that answers its hooks; left out: no guard watches it. */
  readonly hook?: string;
}

/** Codex by its app server: JSON-RPC over standard input and output, spoken by a driver. */
export function codexAgent(deps: CodexAgentDeps): Agent {
  return {
    name: 'codex',
    capabilities: {
      message: 'mid-turn',
      asks: false,
      resume: true,
      guarded: 'each-call',
      hooksNameSubAgents: true,
      delegation: ['off', 'capped', 'native'],
      aboveCap: 'refused',
      usage: 'live',
      cost: false,
      // Its sandbox keeps every git folder read-only.
      heldBy: 'own-sandbox',
      commits: false,
      needsTty: false,
      output: 'records',
    },
    manifest: MANIFEST,
    detect: (spec) => detectProgram(spec, MANIFEST),
    login: (spec) =>
      // A provider of one's own needs no log-in, and the status command does not look at it.
      askLogin(spec, [programOf(spec, MANIFEST), 'login', 'status'], (exit) =>
        exit === 0
          ? 'in'
          : spec.args.some((each) => /model_provider/.test(each))
            ? 'unknown'
            : 'out',
      ),
    launch: (request) => launch(request, deps.node, deps.hook),
    decoder: makeDecoder,
    input: driverInput,
  };
}
