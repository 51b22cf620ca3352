import type { Failure } from '../../../domain/failure.ts';
import type { AgentSpec } from '../../../domain/plan/plan.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import { hookCommand } from '../guard-hook.ts';
import {
  argumentProblem,
  capProblem,
  effortProblem,
  type ArgumentRule,
  type EffortRule,
} from '../launch-checks.ts';
import { programBeside } from '../../process/program-beside.ts';
import type { DriverConfig } from './driver-config.ts';
import {
  DELEGATION_TOOLS,
  EFFORTS,
  MANIFEST,
  OWN_HOME,
  RESERVED_ARGUMENTS,
  STRAY_TOOLS,
} from './manifest.ts';
import { fitsArgument, promptOfFile } from './prompt.ts';

const PROFILE = 'kimi-agent.md';

/**
 * What to start for an attempt: the driver, which starts the CLI. The CLI has neither a sandbox nor
 * a list of what it may do without a person: what holds it in its workspace is the boundary alone.
 * Codes: `agent-effort-unknown`, `agent-argument-reserved`, `agent-delegation-unsupported`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  hook: string | null = null,
): Result<Launch, Failure> {
  const { spec, brief, briefFile, folder, delegation } = request;
  const wrong =
    effortProblem(spec, EFFORT_RULE) ??
    argumentProblem(spec, ARGUMENT_RULE) ??
    capProblem(request, `${MANIFEST.title} keeps no such cap`);
  if (wrong !== null) return err(wrong);
  const program = programOf(spec, MANIFEST);
  const prompt = fitsArgument(brief) ? brief : promptOfFile(briefFile);
  const command = hookCommand(request, 'kimi', { node, hook });
  const config: DriverConfig = {
    program,
    prompt,
    profile: `${folder}/${PROFILE}`,
    common: [...(spec.model === undefined ? [] : ['--model', spec.model]), ...spec.args],
    effort: spec.effort ?? null,
    folder: request.scratch,
    guard: command === null ? null : { command, home: `${request.scratch}/${OWN_HOME}` },
  };
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), `${folder}/driver.json`],
    env: { ...commonEnv(request), ...ownEnvironment(spec) },
    files: [
      { name: 'driver.json', content: `${JSON.stringify(config, null, 2)}\n` },
      { name: PROFILE, content: profile(delegation.mode === 'off') },
    ],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt,
      model: spec.model ?? '',
      effort: spec.effort ?? '',
      tools: `all but ${STRAY_TOOLS.join(', ')}`,
      binary: program,
      arguments: JSON.stringify(spec.args),
    },
  });
}

/**
 * The CLI's default profile under its own name, with its own prompt, less some tools: per run, where
 * the switch in its config file would be the person's for all runs. A session that is gone on with
 * keeps its profile.
 */
function profile(alone: boolean): string {
  const off = alone ? [...DELEGATION_TOOLS, ...STRAY_TOOLS] : STRAY_TOOLS;
  return `---
name: agent
description: The default agent, as fanin starts it.
disallowedTools: [${off.join(', ')}]
---
\${base_prompt}
`;
}

function ownEnvironment(spec: AgentSpec): Record<string, string | undefined> {
  return {
    // A version stays what it was found to be for the whole of a run.
    KIMI_CODE_NO_AUTO_UPDATE: '1',
    // A sub-agent has a profile of its own, and with it the tools that plan prompts.
    KIMI_DISABLE_CRON: '1',
    // A fleet of agents in worktrees of their own is delegation by another door.
    KIMI_CODE_EXPERIMENTAL_TOWER: '0',
    ...(spec.effort === undefined ? {} : { KIMI_MODEL_THINKING_EFFORT: spec.effort }),
  };
}

const EFFORT_RULE: EffortRule = {
  title: MANIFEST.title,
  efforts: EFFORTS,
  hint: `One of ${EFFORTS.join(', ')}.`,
};

const ARGUMENT_RULE: ArgumentRule = {
  reserved: RESERVED_ARGUMENTS,
  // A short option takes its value with or without a space.
  joined: /^-[mprSyCc]./,
  hint: 'Take it out of the arguments of the agent; a model goes into `model`.',
};
