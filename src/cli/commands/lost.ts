import { buildCommand } from '@stricli/core';
import type { LostReport } from '../../compose/lost/lost-updates-here.ts';
import { ok } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { showProgress } from '../app/show-progress.ts';
import { wholeNumber } from '../app/whole-number.ts';
import { EXIT } from '../exit-codes.ts';
import { isBlocking, lostLines } from '../screens/lost.ts';

interface Flags extends CommonFlags {
  readonly hunks?: boolean;
  readonly limit?: number;
}

/** So many landings are shown where nobody says how many. */
const USUAL = 5;

/** `fanin lost <range>` */
export const route = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed?: string) => lost(cli, flags, typed ?? 'HEAD')),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      hunks: toggle('Show the lines in question'),
      limit: {
        kind: 'parsed',
        parse: wholeNumber,
        optional: true,
        brief: `So many landings at most, the newest; default: ${USUAL}`,
        placeholder: 'n',
      },
    },
    aliases: { ...COMMON_ALIASES, n: 'limit' },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          optional: true,
          brief: 'What git log takes: main~200..main. Default: HEAD with all before it',
          placeholder: 'range',
        },
      ],
    },
  },
  docs: {
    brief: 'Which landings took back what others had landed',
    customUsage: ['[range]', '--hunks main~200..main'],
    fullDescription:
      'Reads a history, whoever made it: each commit on the first-parent line is held against the 50 before it. The exit code is 1 where one took back what its author never had, else 0.',
  },
});

async function lost(cli: Cli, flags: Flags, range: string): Promise<Outcome> {
  const { lostUpdatesHere } = await import('../../compose/lost/lost-updates-here.ts');
  const progress = showProgress(cli, progressLine);
  const report = await lostUpdatesHere(cli.cwd, { range, progress: progress.tell });
  progress.end();
  if (!report.ok) return report;
  const view = { most: flags.limit ?? USUAL, hunks: flags.hunks === true };
  cli.out.lines(cli.json ? [lostJson(report.value)] : lostLines(report.value, view, cli.look()));
  return ok(report.value.landings.some(isBlocking) ? EXIT.failed : EXIT.ok);
}

const progressLine = (done: number, all: number): string =>
  `looked at ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;

const lostJson = ({ range, looked, landings }: LostReport): string =>
  JSON.stringify({ schema: 1, range, looked, landings });
