import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { binaryOf } from './detect.ts';
import { BYPASS_ARGUMENTS, MANIFEST, RESERVED_ARGUMENTS } from './manifest.ts';
import { permissionArguments } from './permissions.ts';

/**
 * What to start for an attempt. The brief goes by standard input: an argument is limited in length
 * and everybody on the host can read it.
 * Codes: `agent-effort-unknown`, `bypass-needs-boundary`, `agent-argument-reserved`.
 */
export function launch(request: LaunchRequest): Result<Launch, Failure> {
  const { spec } = request;
  const wrong = effortProblem(spec) ?? argumentProblem(spec, request.boundary);
  if (wrong !== null) return err(wrong);
  return ok({
    argv: [
      binaryOf(spec),
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      ...(spec.model === undefined ? [] : ['--model', spec.model]),
      ...(spec.effort === undefined ? [] : ['--effort', spec.effort]),
      ...permissionArguments(request),
      ...spec.args,
    ],
    env: { ...commonEnv(request), ...OWN_ENVIRONMENT },
    files: [],
    stdin: request.brief,
    keepOpen: false,
  });
}

const OWN_ENVIRONMENT = {
  // A version stays what it was found to be for the whole of a run.
  DISABLE_AUTOUPDATER: '1',
  // In a linked worktree the CLI's memory is the main checkout's: read and written by every attempt.
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  // Agents that talk to one another are delegation by another door.
  CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: undefined,
  CLAUDE_CODE_FORK_SUBAGENT: undefined,
  // fanin may itself run inside a session; what it starts is a session of its own.
  CLAUDECODE: undefined,
  CLAUDE_CODE_ENTRYPOINT: undefined,
} as const;

/** The CLI would go on with its default effort and a warning; the receipt would then be wrong. */
function effortProblem(spec: AgentSpec): Failure | null {
  const known: readonly string[] = MANIFEST.efforts;
  if (spec.effort === undefined || known.includes(spec.effort)) return null;
  return failure('agent-effort-unknown', `Claude Code has no effort "${spec.effort}"`, {
    hint: `One of ${known.join(', ')}.`,
  });
}

function argumentProblem(spec: AgentSpec, boundary: boolean): Failure | null {
  for (const argument of spec.args) {
    const name = argument.split('=')[0] ?? '';
    if (isOneOf(BYPASS_ARGUMENTS, name) && !boundary) {
      return failure(
        'bypass-needs-boundary',
        `agent "${spec.name}" has ${name} among its arguments, and nothing holds it in its workspace`,
        { hint: "Take it out; allow single commands with `--allowedTools 'Bash(make:*)'`." },
      );
    }
    if (isOneOf(BYPASS_ARGUMENTS, name) || isOneOf(RESERVED_ARGUMENTS, name)) {
      return failure(
        'agent-argument-reserved',
        `agent "${spec.name}" has ${name} among its arguments, which fanin sets itself`,
        { hint: 'Take it out of the arguments of the agent.' },
      );
    }
  }
  return null;
}

const isOneOf = (list: readonly string[], name: string): boolean => list.includes(name);
