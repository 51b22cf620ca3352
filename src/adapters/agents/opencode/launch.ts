import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import {
  argumentProblem,
  capProblem,
  effortProblem,
  type ArgumentRule,
  type EffortRule,
} from '../launch-checks.ts';
import { programBeside } from '../../process/program-beside.ts';
import type { DriverConfig } from './driver-config.ts';
import { EFFORTS, MANIFEST, RESERVED_ARGUMENTS, WITNESSED } from './manifest.ts';
import { permissions } from './permissions.ts';

/**
 * What to start for an attempt: the driver, which starts the CLI. The brief goes by the CLI's
 * standard input.
 * Codes: `agent-effort-unknown`, `agent-argument-reserved`, `agent-delegation-unsupported`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  judge: string | null = null,
): Result<Launch, Failure> {
  const { spec, brief, folder, attempt, boundary, delegation } = request;
  const wrong =
    effortProblem(spec, EFFORT_RULE) ??
    argumentProblem(spec, ARGUMENT_RULE) ??
    capProblem(request, `${MANIFEST.title} knows no cap`);
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
    events: `${request.scratch}/${WITNESSED}`,
    guard:
      request.guard === undefined || request.guard === null || judge === null
        ? null
        : { judge, config: request.guard },
  };
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), `${folder}/driver.json`],
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
  FANIN_OPENCODE_GUARD: undefined,
} as const;

const EFFORT_RULE: EffortRule = {
  title: MANIFEST.title,
  efforts: EFFORTS,
  hint: `One of ${EFFORTS.join(', ')}; which of them a model has is its provider's.`,
};

const ARGUMENT_RULE: ArgumentRule = {
  reserved: RESERVED_ARGUMENTS,
  // A short option takes its value with or without a space.
  joined: /^-[cimpsu]./,
  hint: 'Take it out of the arguments of the agent; a model goes into `model`, a variant into `effort`.',
};
