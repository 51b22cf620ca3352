import { fileURLToPath } from 'node:url';
import { failure, type Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import type { DriverConfig } from './driver-config.ts';
import { MANIFEST, RESERVED_ARGUMENTS } from './manifest.ts';
import { policies } from './policy.ts';

/**
 * What to start for an attempt: the driver, which starts the CLI. The brief goes by the CLI's
 * standard input.
 * Codes: `agent-effort-unknown`, `agent-argument-reserved`, `agent-delegation-unsupported`.
 */
export function launch(request: LaunchRequest, node: string): Result<Launch, Failure> {
  const { spec, brief, folder, boundary, handoffFile } = request;
  const wrong = effortProblem(spec) ?? argumentProblem(spec) ?? delegationProblem(request);
  if (wrong !== null) return err(wrong);
  const program = programOf(spec, MANIFEST);
  const rules = policies(request);
  const handoff = { file: handoffFile, folder: `${folder}/handoff` };
  const config: DriverConfig = {
    program,
    brief,
    common: [
      '--approval-mode',
      boundary ? 'yolo' : 'auto_edit',
      // Nobody is there to be asked whether this folder, which fanin has made, is to be trusted.
      '--skip-trust',
      '--include-directories',
      handoff.folder,
      ...rules.flatMap(({ name }) => ['--admin-policy', `${folder}/${name}`]),
      ...(spec.model === undefined ? [] : ['--model', spec.model]),
      ...spec.args,
    ],
    handoff,
    needsPolicy: rules.length > 0,
  };
  return ok({
    argv: [node, driver(), `${folder}/driver.json`],
    // A boundary holds it already; its own sandbox would be a container with another home.
    env: { ...commonEnv(request), ...(boundary ? { GEMINI_SANDBOX: 'false' } : {}) },
    files: [{ name: 'driver.json', content: `${JSON.stringify(config, null, 2)}\n` }, ...rules],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: brief,
      model: spec.model ?? '',
      effort: '',
      tools: JSON.stringify(policies({ ...request, delegation: { mode: 'native' } })),
      binary: program,
      arguments: JSON.stringify(spec.args),
    },
  });
}

function effortProblem(spec: AgentSpec): Failure | null {
  if (spec.effort === undefined) return null;
  return failure('agent-effort-unknown', `${MANIFEST.title} has no effort "${spec.effort}"`, {
    hint: 'It has none at all: how hard a model thinks is set by `modelConfigs` in its settings.json.',
  });
}

function argumentProblem(spec: AgentSpec): Failure | null {
  const reserved: readonly string[] = RESERVED_ARGUMENTS;
  const name = spec.args
    .map((argument) => argument.split('=')[0] ?? '')
    // A short option takes its value with or without a space, and several can be one word.
    .find((one) => reserved.includes(one) || /^-[a-z]*[ilmoprswy]/.test(one));
  if (name === undefined) return null;
  return failure(
    'agent-argument-reserved',
    `agent "${spec.name}" has ${name} among its arguments, which fanin sets itself`,
    { hint: 'Take it out of the arguments of the agent; a model goes into `model`.' },
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
