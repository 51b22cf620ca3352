import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import type { Delegation } from '../../../domain/plan/delegation.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Launch, LaunchRequest } from '../../../ports/agent.ts';
import { commonEnv } from '../common-env.ts';
import { programOf } from '../detect-program.ts';
import { HOOK_TIMEOUT_S, hookCommand } from '../guard-hook.ts';
import type { HandoffLink } from '../handoff-link.ts';
import { effortProblem, type EffortRule } from '../launch-checks.ts';
import { programBeside } from '../../process/program-beside.ts';
import { argumentProblem } from './arguments.ts';
import { DRIVER_CONFIG, type DriverConfig } from './driver-config.ts';
import { EFFORTS, MANIFEST } from './manifest.ts';

/**
 * What to start for an attempt: the driver, which runs `codex app-server` and gives it the brief.
 * Codes: `agent-effort-unknown`, `bypass-needs-boundary`, `agent-argument-reserved`.
 */
export function launch(
  request: LaunchRequest,
  node: string,
  program: string | null = null,
): Result<Launch, Failure> {
  const hook = hookCommand(request, 'codex', { node, hook: program });
  const { spec, folder } = request;
  const wrong = effortProblem(spec, EFFORT_RULE) ?? argumentProblem(spec, request.boundary);
  if (wrong !== null) return err(wrong);
  return ok({
    argv: [node, programBeside(import.meta.url, 'driver-main'), join(folder, DRIVER_CONFIG)],
    env: { ...commonEnv(request), ...OWN_ENVIRONMENT },
    files: [{ name: DRIVER_CONFIG, content: `${JSON.stringify(driverConfig(request, hook))}\n` }],
    stdin: '',
    keepOpen: true,
    fixed: {
      prompt: request.brief,
      model: spec.model ?? '',
      effort: spec.effort ?? '',
      binary: programOf(spec, MANIFEST),
      arguments: JSON.stringify(spec.args),
    },
  });
}

const OWN_ENVIRONMENT = {
  // fanin may itself run inside a session; what it starts is a session of its own.
  CODEX_SANDBOX: undefined,
  CODEX_SANDBOX_NETWORK_DISABLED: undefined,
  CODEX_SESSION_ID: undefined,
  CODEX_THREAD_ID: undefined,
  CODEX_TOOL_CALL_ID: undefined,
  CODEX_INTERNAL_ORIGINATOR_OVERRIDE: undefined,
} as const;

function driverConfig(request: LaunchRequest, hook: string | null): DriverConfig {
  const { spec, boundary } = request;
  const handoff = boundary
    ? null
    : { file: request.handoffFile, folder: join(request.folder, 'handoff') };
  return {
    argv: [
      programOf(spec, MANIFEST),
      'app-server',
      // A version stays what it was found to be for the whole of a run.
      ...setting('check_for_update_on_startup', false),
      ...spec.args,
      ...delegationSettings(request.delegation),
      ...(handoff === null ? [] : sandboxSettings(handoff)),
      ...(hook === null ? [] : hookSetting(hook)),
    ],
    brief: request.brief,
    model: spec.model ?? null,
    effort: spec.effort ?? null,
    workspace: request.workspace,
    sandbox: boundary ? 'danger-full-access' : 'workspace-write',
    handoff,
    hooked: hook !== null,
  };
}

/**
 * `agents` acts on both generations of sub-agents, but a person's own settings for the second one go
 * over it, so those are given too.
 */
function delegationSettings(delegation: Delegation): string[] {
  switch (delegation.mode) {
    case 'off':
      return [
        ...setting('agents.enabled', false),
        ...setting('features.multi_agent', false),
        ...setting('features.multi_agent_v2', false),
      ];
    case 'capped':
      return [
        ...setting('agents.enabled', true),
        ...setting('agents.max_threads', delegation.n),
        // Here the session itself is counted.
        ...setting('features.multi_agent_v2.max_concurrent_threads_per_session', delegation.n + 1),
      ];
    case 'native':
      return setting('agents.enabled', true);
  }
}

/** The workspace alone: by default the whole of the temporary folders is open too. */
function sandboxSettings(handoff: HandoffLink): string[] {
  return [
    ...setting('sandbox_workspace_write.exclude_slash_tmp', true),
    ...setting('sandbox_workspace_write.exclude_tmpdir_env_var', true),
    ...setting('sandbox_workspace_write.writable_roots', [handoff.folder]),
  ];
}

/** TOML's inline tables have `=` where JSON has `:`. */
const hookSetting = (hook: string): string[] => [
  '-c',
  `hooks.PreToolUse=[{matcher="*",hooks=[{type="command",command=${JSON.stringify(hook)},timeout=${HOOK_TIMEOUT_S}}]}]`,
];

/** JSON's booleans, numbers, lists and strings are TOML's too. */
const setting = (key: string, value: boolean | number | readonly string[]): string[] => [
  '-c',
  `${key}=${JSON.stringify(value)}`,
];

/** The CLI hands on any word, and the service then refuses each request. */
const EFFORT_RULE: EffortRule = {
  title: MANIFEST.title,
  efforts: EFFORTS,
  hint: `One of ${EFFORTS.join(', ')}; not every model has each.`,
};
