import type { AgentSpec } from '../../../domain/plan/plan.ts';
import type { Agent, LoginState } from '../../../ports/agent.ts';
import { run } from '../../process/run.ts';
import { detectProgram, programOf } from '../detect-program.ts';
import { driverInput } from '../driver-link.ts';
import { makeDecoder } from './decoder.ts';
import { launch } from './launch.ts';
import { MANIFEST } from './manifest.ts';

/** What the adapter needs from outside. */
export interface OpencodeAgentDeps {
  /** The node binary that runs its driver. */
  readonly node: string;
  /** The guard's module, which its plugin loads; left out: no guard watches it. */
  readonly judge?: string;
}

/** opencode, headless, with a driver that hears its sessions and ends turns for messages. */
export function opencodeAgent(deps: OpencodeAgentDeps): Agent {
  return {
    name: 'opencode',
    capabilities: {
      message: 'resume',
      asks: false,
      resume: true,
      guarded: 'each-call',
      hooksNameSubAgents: true,
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
    detect: (spec) => detectProgram(spec, MANIFEST, { OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    login,
    launch: (request) => launch(request, deps.node, deps.judge),
    decoder: makeDecoder,
    input: driverInput,
  };
}

const TIMEOUT_MS = 30_000;

/**
 * Its list of log-ins tells neither whether one holds nor which the model needs: a provider's key
 * can come from the config, and some models need none.
 */
async function login(spec: AgentSpec): Promise<LoginState> {
  const { stdout } = await run({
    argv: [programOf(spec, MANIFEST), 'auth', 'list'],
    cwd: process.cwd(),
    env: { ...process.env, ...spec.env, OPENCODE_DISABLE_AUTOUPDATE: '1' },
    maxBytes: 64 * 1024,
    timeoutMs: TIMEOUT_MS,
  });
  const counts = [
    ...stdout.toString('utf8').matchAll(/\b\d+ (?:credential|environment variable)s?\b/g),
  ];
  const found = counts.map(([words]) => words).join(', ') || 'no list of log-ins';
  return {
    state: 'unknown',
    text: `${found}. opencode does not say whether a log-in holds: look at \`opencode auth list\`, or try \`opencode run hi\`.`,
  };
}
