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
import { undoneLines } from '../screens/undo.ts';

/** `fanin undo <task> [reason]` */
export const route = buildCommand<CommonFlags, [string, string?], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string, reason?: string) =>
    withRuns(cli.cwd, (runs) => undo(cli, runs, { typed, reason: reason ?? '' })),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'A task that has landed, or run/task', placeholder: 'task' },
        {
          parse: text,
          optional: true,
          brief: 'Why; whoever makes it again is told',
          placeholder: 'reason',
        },
      ],
    },
  },
  docs: {
    brief: 'Take a landed task off the target again',
    customUsage: ['<task> ["<reason>"]'],
    fullDescription:
      'Reverts its landing by a commit of its own, once the checks are green without it. What builds on it and has not landed is returned; the task waits for fanin retry, or fanin drop.',
  },
});

interface Wish {
  readonly typed: string;
  readonly reason: string;
}

async function undo(cli: Cli, runs: OpenRuns, { typed, reason }: Wish): Promise<Outcome> {
  const found = resolveTask(runs.known, typed, cli.run);
  if (!found.ok) return found;
  const { run, task } = found.value;
  const landed = runs.read(run).tasks.find(({ id }) => id === task)?.attempt ?? null;
  const { submit } = await import('../../compose/submit.ts');
  const command = { type: 'undo', task, reason, by: cli.user } as const;
  const done = await submit(runs.model.place, run, command);
  if (!done.ok) return err(done.error);
  const delivery =
    landed === null ? null : (runs.model.reader.view(run, 'delivery', landed)?.body ?? null);
  const phase = delivery?.phase ?? 'unlanding';
  if (cli.json)
    cli.out.lines([
      JSON.stringify({ schema: 1, run, task, phase, reason: delivery?.reason ?? reason }),
    ]);
  else
    cli.out.lines(
      undoneLines(runs.read(run), { task, phase, why: delivery?.reason ?? '' }, cli.look()),
    );
  return ok(phase === 'landed' ? EXIT.failed : EXIT.ok);
}
