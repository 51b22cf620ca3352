import { dirname } from 'node:path';
import type { LaunchRequest } from '../../../ports/agent.ts';
import { DELEGATION_TOOL, SHELL_ALLOWED, SHELL_DENIED } from './manifest.ts';

/** Rules of the CLI: of those that match, the last one counts. */
export type Permissions = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

type Asked = Pick<LaunchRequest, 'boundary' | 'checks' | 'delegation' | 'handoffFile'>;

/**
 * What the agent may do. Behind a boundary everything but delegation. Without one: its file tools
 * in the workspace and beside it for the hand-off, and a few shell commands with the task's checks.
 * Nothing is left to be asked: a question that nobody answers would end the run.
 */
export function permissions(request: Asked): Permissions {
  const alone = request.delegation.mode === 'off' ? { [DELEGATION_TOOL]: 'deny' } : {};
  if (request.boundary) return alone;
  return {
    ...alone,
    bash: shellRules(request.checks ?? []),
    external_directory: outside(dirname(request.handoffFile)),
  };
}

/** A rule ending in ` *` matches the command without arguments too. */
function shellRules(checks: readonly string[]): Record<string, string> {
  const exact = checks
    .flatMap((check) => [check.trim(), ...check.split(/&&|\|\||;/).map((part) => part.trim())])
    // A `*` in a check would be one in the rule.
    .filter((command) => command !== '' && !/[*?\n]/.test(command));
  return {
    '*': 'deny',
    ...Object.fromEntries(SHELL_ALLOWED.map((rule) => [rule, 'allow'])),
    ...Object.fromEntries(SHELL_DENIED.map((rule) => [rule, 'deny'])),
    ...Object.fromEntries(exact.map((rule) => [rule, 'allow'])),
  };
}

/** It asks for folders, not for files: the files that lie in this one, and nothing deeper. */
const outside = (folder: string): Record<string, string> => ({
  '*': 'deny',
  [`${folder}/*`]: 'allow',
  [`${folder}/*/*`]: 'deny',
});
