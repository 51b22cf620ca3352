import type { Delegation } from '../../../domain/plan/delegation.ts';
import type { LaunchRequest } from '../../../ports/agent.ts';
import {
  DELEGATION_TOOLS,
  GIT_ALLOWED,
  GIT_DENIED,
  PLAN_TOOLS,
  STRAY_TOOLS,
  UNCOUNTED_TOOLS,
} from './manifest.ts';

type Permissions = Pick<
  LaunchRequest,
  'boundary' | 'checks' | 'delegation' | 'handoffFile' | 'questionMs'
>;

/**
 * The arguments that say what the agent may do. Behind a boundary everything but delegation: the
 * kernel holds it. Without one, edits in the workspace, commands that only read (the CLI's own
 * judgement), the task's checks, and commits; whatever else needs somebody's word is asked, or
 * refused where nobody is there to be asked.
 */
export function permissionArguments(request: Permissions): string[] {
  const off = [...closedDoors(request.delegation), ...STRAY_TOOLS];
  if (request.boundary) {
    return ['--permission-mode', 'bypassPermissions', '--disallowedTools', ...off];
  }
  return [
    '--permission-mode',
    'acceptEdits',
    ...(asks(request) ? ['--permission-prompt-tool', 'stdio'] : ['--permission-prompts', 'none']),
    '--allowedTools',
    ...GIT_ALLOWED.map((command) => `Bash(git ${command})`),
    ...checkRules(request.checks ?? []),
    // The file tools go by `Edit` rules alone; a leading second slash means: from the root. No rule
    // opens a path below a `.git` folder: a hand-off there cannot be written.
    `Edit(/${request.handoffFile})`,
    '--disallowedTools',
    ...off,
    ...(asks(request) ? PLAN_TOOLS : []),
    ...GIT_DENIED.map((command) => `Bash(git ${command}:*)`),
  ];
}

/** Whether it has somebody to ask. */
export const asks = ({
  boundary,
  questionMs,
}: Pick<LaunchRequest, 'boundary' | 'questionMs'>): boolean => !boundary && questionMs > 0;

function closedDoors(delegation: Delegation): readonly string[] {
  switch (delegation.mode) {
    case 'off':
      return DELEGATION_TOOLS;
    case 'capped':
      return UNCOUNTED_TOOLS;
    case 'native':
      return [];
  }
}

/** Rules for the checks as they are written, for their parts, and for those with more arguments. */
function checkRules(checks: readonly string[]): string[] {
  const rules = checks
    .map((command) => command.trim())
    // A rule is one line.
    .filter((command) => command !== '' && !command.includes('\n'))
    .flatMap((command) => [`Bash(${command})`, ...parts(command).map((part) => `Bash(${part}:*)`)]);
  return [...new Set(rules)];
}

/** The single commands of a check, where it can be told without knowing the shell's grammar. */
function parts(command: string): string[] {
  const simple = command.split(/&&|\|\||;/).map((part) => part.trim());
  return simple.every((part) => /^[\w@%+=:,./ -]+$/.test(part)) ? simple : [];
}
