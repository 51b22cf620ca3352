import type { Agent } from '../../../ports/agent.ts';
import { detectProgram } from '../detect-program.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { launch } from './launch.ts';
import { MANIFEST } from './manifest.ts';

/** What the adapter needs from outside. */
export interface GeminiAgentDeps {
  /** The node binary that runs its driver. */
  readonly node: string;
  /** The program that answers its hooks; left out: no guard watches it. */
  readonly hook?: string;
}

/** The Gemini CLI, headless, with a driver that reads its session's files and ends turns for messages. */
export function geminiAgent(deps: GeminiAgentDeps): Agent {
  return {
    name: 'gemini',
    capabilities: {
      message: 'resume',
      asks: false,
      resume: true,
      guarded: 'each-call',
      hooksNameSubAgents: false,
      delegation: ['off', 'native'],
      aboveCap: null,
      usage: 'live',
      cost: false,
      heldBy: 'allow-list',
      commits: true,
      needsTty: false,
      output: 'records',
    },
    manifest: MANIFEST,
    detect: (spec) => detectProgram(spec, MANIFEST),
    // It has no command that tells.
    login: () =>
      Promise.resolve({
        state: 'unknown',
        text: 'The Gemini CLI does not say whether it is logged in: try `gemini -p hi`.',
      }),
    launch: (request) => launch(request, deps.node, deps.hook),
    decoder: makeDecoder,
    input: driverInput,
  };
}
