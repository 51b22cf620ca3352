import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Detection } from '../../../ports/agent.ts';
import { recordAt, textAt } from '../../../domain/json-record.ts';
import { commandLine } from './command-line.ts';

/** Some agents take long to start where they have never run. */
const GREET_MS = 60_000;

/** What a shell says when there is no such program. */
const NOT_FOUND = 127;

/**
 * Starts the agent and greets it. Codes: `agent-command-missing`, `agent-not-installed`,
 * `agent-broken`.
 */
export async function detect(
  spec: AgentSpec,
  ms: number = GREET_MS,
): Promise<Result<Detection, Failure>> {
  const argv = commandLine(spec);
  if (!argv.ok) return argv;
  // The SDK is big, and most commands greet nobody.
  const [{ greet }, { PROTOCOL_VERSION }] = await Promise.all([
    import('./handshake.ts'),
    import('./session.ts'),
  ]);
  const { answer, end, errors } = await greet(spec, argv.value, ms);
  const run = spec.run ?? '';
  if (!answer.ok) {
    const said = errors.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
    if (end.code === NOT_FOUND || end.failure !== null) return err(notInstalled(spec, said));
    const why = end.code === null ? answer.error.message : `it ended with ${end.code}`;
    return err(broken(run, `${why}${said === '' ? '' : `: ${said}`}`));
  }
  const version = answer.result['protocolVersion'];
  if (version !== PROTOCOL_VERSION)
    return err(broken(run, `it speaks version ${String(version)} of the protocol`));
  const told = textAt(recordAt(answer.result, 'agentInfo'), 'version');
  return ok({ version: told ?? 'unknown', limits: [] });
}

const notInstalled = ({ run = '' }: AgentSpec, said: string): Failure =>
  failure('agent-not-installed', `the shell finds no program for \`${run}\``, {
    hint: `${said === '' ? '' : `It says: ${said}. `}Install the agent, or name its program in full.`,
  });

const broken = (run: string, why: string): Failure =>
  failure('agent-broken', `\`${run}\` is no ACP agent: ${why}`, {
    hint: 'Most agents need a word for it: `kimi acp`, `opencode acp`, `gemini --acp`.',
  });
