import type { Agent } from '../../../ports/agent.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { detect } from './detect.ts';
import { launch } from './launch.ts';

/** What the adapter needs from outside. */
export interface AcpAgentDeps {
  /** The node binary that runs its driver. */
  readonly node: string;
  /** The guard's module, which the driver loads; left out: no guard is asked. */
  readonly judge?: string;
}

/**
 * Any agent of the Agent Client Protocol, by its command line. The capabilities are those that
 * every such agent has: the protocol does not make it ask before it acts, tell its tokens, or name
 * its sub-agents.
 */
export function acpAgent(deps: AcpAgentDeps): Agent {
  return {
    name: 'acp',
    capabilities: {
      // The protocol has one prompt at a time: a message ends the turn, and is the next prompt.
      message: 'resume',
      asks: true,
      // Agents may, and need not, load a session that has ended.
      resume: false,
      guarded: 'as-it-asks',
      hooksNameSubAgents: false,
      delegation: [],
      aboveCap: null,
      // Some tell all of it, some a part, some nothing: what is told is "at least".
      usage: 'none',
      cost: false,
      heldBy: 'nothing',
      commits: true,
      needsTty: false,
      output: 'records',
    },
    // What the command line starts is its own affair.
    manifest: null,
    detect,
    login: () =>
      Promise.resolve({
        state: 'unknown',
        text: 'an ACP agent says so when a session is opened; log in as its own manual says',
      }),
    launch: (request) => launch(request, deps.node, deps.judge),
    decoder: makeDecoder,
    input: driverInput,
  };
}
