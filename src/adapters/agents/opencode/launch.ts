import { fileURLToPath } from 'node:url';
import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import type { DriverConfig } from './driver-config.ts';
import { EFFORTS, MANIFEST, RESERVED_ARGUMENTS } from './manifest.ts';
import { permissions } from './permissions.ts';

/**
 * What to start for an attempt: the driver, which starts the CLI. The brief goes by the CLI's
 * standard input.
 * Codes: `agent-effort-unknown`, `agent-argument-reserved`, `agent-delegation-unsupported`.
 */
export function launch(request: LaunchRequest, node: string): Result<Launch, Failure> {
  const { spec, brief, folder, attempt, boundary, delegation } = request;
  const wrong = effortProblem(spec) ?? argumentProblem(spec) ?? delegationProblem(request);
  if (wrong !== null) return err(wrong);
  const program = programOf(spec, MANIFEST);
  const config: DriverConfig = {
    program,
    brief,
    common: [
      ...(spec.model === undefined ? [] : ['--model', spec.model]),
      ...(spec.effort === undefined ? [] : ['--variant', spec.effort]),
      // What a rule of the person would ask for is allowed; what it denies stays denied.
      ...(boundary ? ['--auto'] : []),
      ...spec.args,
    ],
    title: `fanin ${attempt}`,
    permissions: permissions(request),
    alone: delegation.mode === 'off',
    events: `${folder}/opencode-events.jsonl`,
  };
  return ok({
    argv: [node, driver(), `${folder}/driver.json`],
    env: { ...commonEnv(request), ...OWN_ENVIRONMENT },
    files: [{ name: 'driver.json', content: `${JSON.stringify(config, null, 2)}\n` }],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: brief,
      model: spec.model ?? '',
      effort: spec.effort ?? '',
      tools: JSON.stringify(permissions({ ...request, delegation: { mode: 'native' } })),
      binary: program,
      arguments: JSON.stringify(spec.args),
    },
  });
}

const OWN_ENVIRONMENT = {
  // A version stays what it was found to be for the whole of a run.
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  // Without plugins nobody hears of its sub-agents.
  OPENCODE_PURE: undefined,
  // A sub-agent in the background dies with the turn, and nobody waits for it.
  OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: undefined,
  FANIN_OPENCODE_ALONE: undefined,
} as const;

function effortProblem(spec: AgentSpec): Failure | null {
  const known: readonly string[] = EFFORTS;
  if (spec.effort === undefined || known.includes(spec.effort)) return null;
  return failure('agent-effort-unknown', `${MANIFEST.title} has no effort "${spec.effort}"`, {
    hint: `One of ${known.join(', ')}; which of them a model has is its provider's.`,
  });
}

function argumentProblem(spec: AgentSpec): Failure | null {
  const reserved: readonly string[] = RESERVED_ARGUMENTS;
  const name = spec.args
    .map((argument) => argument.split('=')[0] ?? '')
    // A short option takes its value with or without a space.
    .find((one) => reserved.includes(one) || /^-[cimpsu]./.test(one));
  if (name === undefined) return null;
  return failure(
    'agent-argument-reserved',
    `agent "${spec.name}" has ${name} among its arguments, which fanin sets itself`,
    {
      hint: 'Take it out of the arguments of the agent; a model goes into `model`, a variant into `effort`.',
    },
  );
}

function delegationProblem({ delegation, task }: LaunchRequest): Failure | null {
  if (delegation.mode !== 'capped') return null;
  return failure(
    'agent-delegation-unsupported',
    `task "${task}" caps sub-agents at ${delegation.n}, and ${MANIFEST.title} knows no cap`,
    { hint: 'Use `off` or `native`.' },
  );
}

/** Beside this file, built or not. */
function driver(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./driver-main.${extension}`, import.meta.url));
}
