import { dirname } from 'node:path';
import type { LaunchRequest } from '../../ports/agent.ts';

/**
 * What every agent finds in its environment, whatever its kind; the agent's own `env` of the
 * config goes over the defaults and under the FANIN names.
 */
export function commonEnv(request: LaunchRequest): Record<string, string | undefined> {
  return {
    ...GIT_PLACES,
    ...ceiling(request.workspace),
    ...UNATTENDED,
    ...request.spec.env,
    PWD: request.workspace,
    FANIN_TASK: request.task,
    FANIN_ATTEMPT: request.attempt,
    FANIN_WORKSPACE: request.workspace,
    FANIN_BRIEF: request.briefFile,
    FANIN_HANDOFF: request.handoffFile,
  };
}

/** fanin may run from a git hook: what git told the hook must not lead the agent to that repository. */
const GIT_PLACES = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
  GIT_NAMESPACE: undefined,
  GIT_PREFIX: undefined,
  GIT_CONFIG_PARAMETERS: undefined,
} as const;

/** Nobody is there to answer a prompt or to close an editor. */
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true' } as const;

/** A workspace that has lost its `.git` must not be taken for part of what lies around it. */
function ceiling(workspace: string): Record<string, string> {
  const parent = dirname(workspace);
  // git reads a list here, and has no way to write a colon that is part of a path.
  return parent.includes(':') ? {} : { GIT_CEILING_DIRECTORIES: parent };
}
