import { buildCommand, buildRouteMap } from '@stricli/core';
import { answer, type Verdict } from '../../domain/guard/verdict.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { guardLines } from '../screens/guard.ts';

interface CheckFlags extends CommonFlags {
  readonly in?: string;
}

interface HookFlags extends CommonFlags {
  readonly config?: string;
}

const word = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: text, brief, placeholder }] }) as const;

const check = buildCommand<CheckFlags, [string], CommandBench>({
  func: handled(async (cli: Cli, flags: CheckFlags, command: string) => {
    const path = process.getBuiltinModule('node:path');
    const folder = flags.in === undefined ? cli.cwd : path.resolve(cli.cwd, flags.in);
    return checked(cli, command, folder);
  }),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      in: valued('The folder it would run in; default: this one', 'folder'),
    },
    aliases: COMMON_ALIASES,
    positional: word('command', 'A whole command line, in quotes'),
  },
  docs: {
    brief: 'Judge a command line; runs nothing',
    fullDescription:
      'Says whether an agent may run it, by which rule not, and what would be right. Exits with 0 where it may run, with 4 where it would be refused.',
  },
});

const hook = buildCommand<HookFlags, [string], CommandBench>({
  func: handled(async (_cli: Cli, flags: HookFlags, agent: string) => hooked(agent, flags.config)),
  parameters: {
    flags: { ...COMMON_FLAGS, config: valued("The attempt's guard.json", 'file') },
    aliases: COMMON_ALIASES,
    positional: word('agent', 'claude-code, codex, kimi, opencode or gemini'),
  },
  docs: {
    brief: "Answer an agent's hook; its call comes on standard input",
    fullDescription:
      'fanin sets it up by itself for the agents it starts, as a smaller program that starts faster. Whatever keeps it from judging a call refuses the call.',
  },
});

/** `fanin guard …` */
export const route = buildRouteMap({
  routes: { check, hook },
  docs: {
    brief: 'Whether a command may run in a workspace',
    fullDescription:
      'The guard refuses early what would leave the workspace; it is a help, and no boundary: docs/guide/guard.md.',
  },
});

async function checked(cli: Cli, command: string, folder: string): Promise<Outcome> {
  const { checkCommand } = await import('../../compose/guard-check.ts');
  const done = checkCommand(command, folder, cli.env);
  if (!done.ok) return done;
  const { verdict, boundary, note } = done.value;
  cli.out.lines(
    cli.json ? [JSON.stringify({ ...asJson(verdict), note })] : guardLines(done.value, cli.look()),
  );
  return ok(answer(verdict, boundary) === 'refuse' ? EXIT.refused : EXIT.ok);
}

const asJson = (verdict: Verdict) =>
  verdict.verdict === 'allow'
    ? { verdict: 'allow', rule: null, reason: null, instead: null }
    : verdict;

async function hooked(agent: string, config: string | undefined): Promise<Outcome> {
  if (config === undefined)
    return err(
      failure('usage', 'fanin guard hook needs the guard.json of the attempt: --config <file>'),
    );
  const { runHook } = await import('../../compose/guard-hook.ts');
  return ok(runHook(agent, config) === 0 ? EXIT.ok : EXIT.usage);
}
