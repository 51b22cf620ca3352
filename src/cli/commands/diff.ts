import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { plainPaint } from '../text/style.ts';
import { printText } from '../app/page.ts';
import { withAttempt } from '../app/with-attempt.ts';
import type { Chosen } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';

interface Flags extends CommonFlags {
  readonly stat?: boolean;
}

/** `fanin diff <attempt>` */
export const route = buildCommand<Flags, [string], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed: string) =>
    withAttempt(cli, typed, (chosen) => showDiff(cli, chosen, flags.stat === true)),
  ),
  parameters: {
    flags: { ...COMMON_FLAGS, stat: toggle('Only which files, and how much') },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [ATTEMPT_ARGUMENT],
    },
  },
  docs: {
    brief: 'What an attempt has changed',
    customUsage: ['<attempt>', '--stat <attempt>'],
    fullDescription:
      'The diff from the commit an attempt started from to its harvest, or to its workspace as it is now while it is at work.',
  },
});

/** Prints what an attempt has changed, through the pager where it is long. */
export async function showDiff(
  cli: Cli,
  { attempt, known, place, label }: Chosen,
  stat: boolean,
): Promise<Outcome> {
  const { attemptDiff } = await import('../../compose/diff.ts');
  const look = cli.look();
  const colour = look.paint !== plainPaint && !cli.json;
  const diff = await attemptDiff(
    place,
    { ...attempt, run: known.run, id: known.id },
    { colour, stat: stat ? look.width : null },
  );
  if (!diff.ok) return diff;
  const words = diff.value.toString('utf8');
  if (cli.json)
    cli.out.lines([
      JSON.stringify({
        attempt: attempt.id,
        base: attempt.base,
        commit: attempt.commit,
        diff: words,
      }),
    ]);
  else if (words === '')
    cli.err.lines([`${label} has changed nothing since ${attempt.base.slice(0, 7)}.`]);
  else await printText(cli, words);
  return ok(EXIT.ok);
}
