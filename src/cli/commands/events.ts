import { buildCommand } from '@stricli/core';
import { ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { EXIT } from '../exit-codes.ts';
import { resolveRun } from '../ids/resolve.ts';
import { withRuns } from '../model/open-runs.ts';

interface Flags extends CommonFlags {
  readonly follow?: boolean;
  readonly all?: boolean;
}

/** `fanin events [run]` */
export const route = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed?: string) =>
    withRuns(cli.cwd, async (runs) => {
      const run = resolveRun(runs.known, typed ?? cli.run);
      if (!run.ok) return run;
      const { printEvents } = await import('../watch/print-events.ts');
      const printed = await printEvents(cli, runs, {
        run: run.value,
        follow: flags.follow === true,
        all: flags.all === true,
      });
      return printed.ok ? ok(EXIT.ok) : printed;
    }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      follow: toggle('Go on with what comes, until the run ends'),
      all: toggle('Also what only the machinery cares about'),
    },
    aliases: { ...COMMON_ALIASES, f: 'follow' },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, optional: true, brief: 'The run; default: the newest', placeholder: 'run' },
      ],
    },
  },
  docs: {
    brief: 'The log of a run',
    customUsage: ['[run]', '-f [run]'],
    fullDescription:
      'What was decided and what happened, in order. With --json one event a line, as it lies in the log.',
  },
});
