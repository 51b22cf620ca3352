import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import {
  bypassArgument,
  effortProblem,
  optionNames,
  reservedArgument,
  type EffortRule,
} from '../launch-checks.ts';
import { HOOK_TIMEOUT_S, hookCommand } from '../guard-hook.ts';
import { programBeside } from '../../process/program-beside.ts';
import { DRIVER_CONFIG, type DriverConfig } from './driver-config.ts';
import {
  BYPASS_ARGUMENTS,
  CAP_ARGUMENTS,
  EFFORTS,
  MANIFEST,
  RESERVED_ARGUMENTS,
} from './manifest.ts';
import { asks, permissionArguments } from './permissions.ts';

/**
 * What to start for an attempt: the driver, which runs the CLI and gives it the brief by its input;
 * an argument is limited in length and everybody on the host can read it.
 * Codes: `agent-effort-unknown`, `bypass-needs-boundary`, `agent-argument-reserved`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  program: string | null = null,
): Result<Launch, Failure> {
  const { spec, folder } = request;
  const hook = hookCommand(request, 'claude-code', { node, hook: program });
  const wrong = effortProblem(spec, EFFORT_RULE) ?? argumentProblem(request, hook !== null);
  if (wrong !== null) return err(wrong);
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), join(folder, DRIVER_CONFIG)],
    env: {
      ...commonEnv(request),
      ...OWN_ENVIRONMENT,
      ...(request.delegation.mode === 'capped' ? capEnvironment(request.delegation.n) : UNCAPPED),
    },
    files: [{ name: DRIVER_CONFIG, content: `${JSON.stringify(driverConfig(request, hook))}\n` }],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: request.brief,
      model: spec.model ?? '',
      effort: spec.effort ?? '',
      tools: JSON.stringify(
        permissionArguments({ ...request, delegation: { mode: 'native' }, handoffFile: '' }),
      ),
      binary: programOf(spec, MANIFEST),
      arguments: JSON.stringify(spec.args),
    },
  });
}

function driverConfig(request: LaunchRequest, hook: string | null): DriverConfig {
  const { spec, delegation } = request;
  return {
    argv: [
      programOf(spec, MANIFEST),
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      // How it is known that a message was taken.
      '--replay-user-messages',
      ...(spec.model === undefined ? [] : ['--model', spec.model]),
      ...(spec.effort === undefined ? [] : ['--effort', spec.effort]),
      ...permissionArguments(request),
      ...spec.args,
      ...settings(delegation.mode === 'capped' ? delegation.n : null, hook),
    ],
    brief: request.brief,
    questionMs: asks(request) ? request.questionMs : 0,
  };
}

const OWN_ENVIRONMENT = {
  // A version stays what it was found to be for the whole of a run.
  DISABLE_AUTOUPDATER: '1',
  // In a linked worktree the CLI's memory is the main checkout's: read and written by every attempt.
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  // The driver has to know when all turns are over.
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  // Agents that talk to one another are delegation by another door.
  CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: undefined,
  CLAUDE_CODE_FORK_SUBAGENT: undefined,
  // fanin may itself run inside a session; what it starts is a session of its own.
  CLAUDECODE: undefined,
  CLAUDE_CODE_ENTRYPOINT: undefined,
} as const;

const capEnvironment = (n: number) => ({
  CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: String(n),
  CLAUDE_CODE_WORKFLOW_MAX_CONCURRENT_AGENTS: String(n),
});

/** A cap of the person's own shell is none of the plan's. */
const UNCAPPED = {
  CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: undefined,
  CLAUDE_CODE_WORKFLOW_MAX_CONCURRENT_AGENTS: undefined,
} as const;

/**
 * Settings of the repository set variables too, and over the environment; those of the command line
 * win. The CLI takes them once, so cap and guard go together.
 */
function settings(cap: number | null, hook: string | null): string[] {
  if (cap === null && hook === null) return [];
  const hooks = [
    { matcher: '*', hooks: [{ type: 'command', command: hook, timeout: HOOK_TIMEOUT_S }] },
  ];
  return [
    '--settings',
    JSON.stringify({
      ...(cap === null ? {} : { env: capEnvironment(cap) }),
      ...(hook === null ? {} : { hooks: { PreToolUse: hooks } }),
    }),
  ];
}

/** The CLI would go on with its default effort and a warning; the receipt would then be wrong. */
const EFFORT_RULE: EffortRule = {
  title: MANIFEST.title,
  efforts: EFFORTS,
  hint: `One of ${EFFORTS.join(', ')}.`,
};

function argumentProblem(
  { spec, boundary, delegation }: LaunchRequest,
  guarded: boolean,
): Failure | null {
  const reserved = delegation.mode === 'capped' || guarded ? CAP_ARGUMENTS : [];
  for (const name of optionNames(spec)) {
    if (isOneOf(BYPASS_ARGUMENTS, name) && !boundary) {
      const hint = "Take it out; allow single commands with `--allowedTools 'Bash(make:*)'`.";
      return bypassArgument(spec, name, hint);
    }
    if (isOneOf([...BYPASS_ARGUMENTS, ...RESERVED_ARGUMENTS, ...reserved], name))
      return reservedArgument(spec, name, 'Take it out of the arguments of the agent.');
  }
  return null;
}

const isOneOf = (list: readonly string[], name: string): boolean => list.includes(name);
