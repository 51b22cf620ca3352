import { buildCommand } from '@stricli/core';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { withAttempt } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';

/** `fanin steer <attempt> "…"` */
export const route = buildCommand<CommonFlags, [string, string], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string, message: string) =>
    steer(cli, typed, message),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'A running attempt: task or task#n', placeholder: 'attempt' },
        { parse: text, brief: 'What its agent should know or do', placeholder: 'message' },
      ],
    },
  },
  docs: {
    brief: 'Tell a running agent something',
    fullDescription:
      'Within its turn where its protocol allows that; else its turn is ended and its session goes on with your words. The receipt says which way it went in.',
  },
});

function steer(cli: Cli, typed: string, message: string): Promise<Outcome> {
  return withAttempt(cli, typed, async ({ place, known, label, runs }) => {
    const { wayIn } = await import('../../compose/way-in.ts');
    const way = wayIn(place, known.run, known.task);
    if (!way.ok) return way;
    const { submit } = await import('../../compose/submit.ts');
    const { run, id: attempt } = known;
    const done = await submit(place, run, { type: 'steer', attempt, text: message, by: cli.user });
    if (!done.ok) return done;
    const said = runs
      .read(run)
      .tasks.flatMap(({ made }) => made)
      .find(({ id }) => id === attempt);
    // Somebody else may have said something since.
    const last = said?.messages.findLast((each) => each.text === message) ?? null;
    if (cli.json)
      cli.out.lines([JSON.stringify({ schema: 1, run, attempt, message: last, way: way.value })]);
    else
      cli.err.lines([
        last?.way === 'too-late'
          ? `${label} takes nothing any more: it came too late.`
          : way.value === 'mid-turn'
            ? `${label} is told within its turn; fanin logs -f ${label} shows what it makes of it.`
            : `${label} is told: its turn is ended, and its session goes on with your words.`,
      ]);
    return ok(last?.way === 'too-late' ? EXIT.refused : EXIT.ok);
  });
}
