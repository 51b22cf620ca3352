import { buildCommand } from '@stricli/core';
import { err, ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveTask } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { droppedLines } from '../screens/drop.ts';

interface Flags extends CommonFlags {
  readonly reason?: string;
}

/** `fanin drop <task>... [--reason text]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled((cli: Cli, flags: Flags, ...typed: readonly string[]) =>
    withRuns(cli.cwd, (runs) => dropAll(cli, runs, { typed, reason: flags.reason ?? '' })),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      reason: {
        kind: 'parsed',
        parse: text,
        optional: true,
        brief: 'Why, for the log',
        placeholder: 'text',
      },
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: { parse: text, brief: 'A task, or run/task', placeholder: 'task' },
    },
  },
  docs: {
    brief: 'Give tasks up',
    customUsage: ['<task>... [--reason <text>]'],
    fullDescription:
      'Stops its agent, takes its delivery back and frees its scope. What it has made stays in its refs and workspace.',
  },
});

interface Wish {
  readonly typed: readonly string[];
  readonly reason: string;
}

/** Every name is looked up before the first task is dropped. */
async function dropAll(cli: Cli, runs: OpenRuns, { typed, reason }: Wish): Promise<Outcome> {
  const found = typed.map((each) => resolveTask(runs.known, each, cli.run));
  const wrong = found.find((each) => !each.ok);
  if (wrong !== undefined && !wrong.ok) return wrong;
  const { submit } = await import('../../compose/submit.ts');
  const rows = [];
  for (const each of found) {
    if (!each.ok) continue;
    const { run, task } = each.value;
    const command = { type: 'drop', task, reason, by: cli.user } as const;
    const done = await submit(runs.model.place, run, command);
    if (!done.ok) return err(done.error);
    const dropped = done.value !== '';
    rows.push({ run, task, dropped, reason });
    if (!cli.json) cli.out.lines(droppedLines(runs.read(run), { task, dropped }, cli.look()));
  }
  if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, tasks: rows })]);
  return ok(EXIT.ok);
}
