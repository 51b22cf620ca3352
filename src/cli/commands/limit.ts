import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';
import type { OpenRuns } from '../model/open-runs.ts';
import { didBind } from '../screens/limit-words.ts';
import { wrap } from '../text/wrap.ts';

interface Flags extends CommonFlags {
  readonly review?: number;
}

/** `fanin limit <n>`, `fanin limit --review <n>` */
export const route = buildCommand<Flags, [(number | 'auto')?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, live?: number | 'auto') =>
    live === undefined && flags.review === undefined
      ? err(
          failure('usage', 'no limit was given', {
            hint: 'fanin limit 2, or fanin limit --review 5',
          }),
        )
      : withRuns(cli.cwd, (runs) =>
          setLimit(cli, runs, { live: live ?? null, review: flags.review ?? null }),
        ),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      review: {
        kind: 'parsed',
        parse: wholeNumber,
        optional: true,
        brief: 'Deliveries that may wait for you, live agents counted in',
        placeholder: 'n',
      },
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: numberOrAuto,
          optional: true,
          brief: 'Agents that may be live at once; auto: as the plan has it',
          placeholder: 'n',
        },
      ],
    },
  },
  docs: {
    brief: 'Change how many agents run at once',
    customUsage: ['<n>', 'auto', '--review <n>'],
  },
});

function wholeNumber(input: string): number {
  if (/^[1-9]\d{0,5}$/u.test(input)) return Number(input);
  throw new Error(`"${input}" is not a whole number from 1`);
}

function numberOrAuto(input: string): number | 'auto' {
  return input === 'auto' ? input : wholeNumber(input);
}

async function setLimit(
  cli: Cli,
  runs: OpenRuns,
  limits: { readonly live: number | 'auto' | null; readonly review: number | null },
): Promise<Outcome> {
  const found = resolveRun(runs.known, cli.run);
  if (!found.ok) return found;
  const run = found.value;
  const { submit } = await import('../../compose/submit.ts');
  const done = await submit(runs.model.place, run, { type: 'set-limit', ...limits, by: cli.user });
  if (!done.ok) return done;
  if (cli.json) {
    cli.out.lines([JSON.stringify({ schema: 1, run, ...limits })]);
    return ok(EXIT.ok);
  }
  const set = [
    limits.live === null
      ? ''
      : limits.live === 'auto'
        ? 'as many live as the plan says'
        : `${limits.live} live`,
    limits.review === null ? '' : `review limit ${limits.review}`,
  ].filter((part) => part !== '');
  const { width } = cli.look();
  const model = runs.read(run);
  cli.out.lines([
    ...wrap(`${run}: ${set.join(', ')}`, width),
    ...(model.run.phase === 'ended'
      ? wrap(`The run is over; it holds when it goes on: fanin run --resume ${run}`, width, '  ')
      : wrap(didBind(model.run.limit), width, '  ')),
  ]);
  return ok(EXIT.ok);
}
