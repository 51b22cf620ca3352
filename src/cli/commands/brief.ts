import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { briefFile, readBrief } from '../../compose/brief.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { printText } from '../app/page.ts';
import { withAttempt } from '../app/with-attempt.ts';
import type { Chosen } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';
import { tame } from '../text/tame.ts';

/** `fanin brief <task>`: for an agent, as it is: `claude -p "$(fanin brief parser)"`. */
export const route = buildCommand<CommonFlags, [string], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string) =>
    withAttempt(cli, typed, (chosen) => show(cli, chosen)),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [ATTEMPT_ARGUMENT],
    },
  },
  docs: {
    brief: 'What an attempt was told, or what came back of it',
    customUsage: ['<attempt>'],
    fullDescription:
      'Prints what the agent of an attempt was told. Of work that was collected and came back: what is to be done about it, for whoever made it.',
  },
});

async function show(cli: Cli, { place, attempt, label }: Chosen): Promise<Outcome> {
  const brief = readBrief(place, attempt.id);
  if (brief === null) return err(noBrief(label, attempt));
  const file = briefFile(place, attempt.id);
  if (cli.json) cli.out.lines([JSON.stringify({ schema: 1, attempt: attempt.id, file, brief })]);
  else if (cli.out.isTty) await printText(cli, tame(brief));
  else cli.out.write(brief);
  return ok(EXIT.ok);
}

function noBrief(label: string, { collected, phase }: Chosen['attempt']): Failure {
  if (collected !== undefined)
    return failure('no-brief', `${label} was collected, and nothing has come back of it`, {
      hint: 'fanin status shows how it stands',
    });
  return failure(
    'no-brief',
    phase === 'ended' ? `the agent of ${label} was never started` : `${label} has no brief yet`,
    { hint: 'fanin status shows how it stands' },
  );
}
