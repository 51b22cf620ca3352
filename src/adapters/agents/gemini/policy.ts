import type { LaunchRequest } from '../../../ports/agent.ts';
import { DELEGATION_TOOL, SHELL_ALLOWED } from './manifest.ts';

type Asked = Pick<LaunchRequest, 'boundary' | 'checks' | 'delegation'>;

/** A policy file for one attempt. */
export interface PolicyFile {
  readonly name: string;
  readonly content: string;
}

/**
 * The CLI's policies for one attempt, given as an administrator's: such rules go over those of the
 * person and of the approval mode. A tool that is denied altogether is not offered to the model.
 * The rule that keeps an agent alone has a file of its own: nothing in a check can spoil it.
 */
export function policies({ boundary, checks, delegation }: Asked): readonly PolicyFile[] {
  const alone = { name: 'gemini-alone.toml', content: table(ALONE) };
  const shell = shellRules(checks ?? []).map((rule) => table(rule));
  return [
    ...(delegation.mode === 'off' ? [alone] : []),
    ...(boundary ? [] : [{ name: 'gemini-shell.toml', content: shell.join('\n') }]),
  ];
}

type Rule = Readonly<Record<string, string | number | readonly string[]>>;

const ALONE: Rule = {
  toolName: DELEGATION_TOOL,
  decision: 'deny',
  priority: 999,
  denyMessage: 'fanin: this agent works alone, without sub-agents',
};

/** The CLI drops longer patterns, and a pattern can be twice as long as its command. */
const CHECK_MAX = 900;

/** The CLI takes a command line apart and asks for each command in it. */
function shellRules(checks: readonly string[]): Rule[] {
  const shell = { toolName: 'run_shell_command', decision: 'allow' };
  const exact = checks
    .flatMap((check) => [check.trim(), ...check.split(/&&|\|\||;/).map((part) => part.trim())])
    .filter((command) => command !== '' && command.length <= CHECK_MAX && !command.includes('\n'));
  return [
    { ...shell, commandPrefix: SHELL_ALLOWED, priority: 500 },
    { ...shell, commandRegex: WRITING, decision: 'deny', priority: 600 },
    ...[...new Set(exact)].map((command) => ({
      ...shell,
      commandRegex: literally(command),
      priority: 700,
    })),
  ];
}

/**
 * Forms of the commands above that write somewhere or run something: the approval mode for edits
 * lets redirections through. The call's JSON has a NUL between its arguments. The CLI drops rules
 * whose patterns it takes for slow ones, those with a repetition in a repetition.
 */
const WRITING = String.raw`[^\x00]*(?:>|<\(|\$\(|\x60|--output|--ext-diff|--open-files)`;

/** The command as it stands in the call's JSON, up to its end. */
const literally = (command: string): string =>
  `${JSON.stringify(command)
    .slice(1, -1)
    .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}"`;

/** JSON's strings, numbers and lists are TOML's too. */
const table = (rule: Rule): string =>
  [
    '[[rule]]',
    ...Object.entries(rule).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    '',
  ].join('\n');
