import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { withAttempt } from '../app/with-attempt.ts';

interface Flags extends CommonFlags {
  readonly follow?: boolean;
  readonly errors?: boolean;
  readonly raw?: boolean;
  readonly setup?: boolean;
}

/** `fanin logs <attempt> [check]` */
export const route = buildCommand<Flags, [string, string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed: string, check?: string) =>
    withAttempt(cli, typed, async (chosen) => {
      const { showLogs } = await import('../watch/show-logs.ts');
      return showLogs(cli, chosen, { ...flags, check: check ?? null });
    }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      follow: toggle('Go on with what comes, until the attempt ends'),
      errors: toggle('What the agent printed on its error output'),
      raw: toggle('The output as it is, not decoded'),
      setup: toggle('What the set-up of its workspace printed'),
    },
    aliases: { ...COMMON_ALIASES, f: 'follow' },
    positional: {
      kind: 'tuple',
      parameters: [
        ATTEMPT_ARGUMENT,
        {
          parse: text,
          optional: true,
          brief: 'A check: what it printed on the delivered tree',
          placeholder: 'check',
        },
      ],
    },
  },
  docs: {
    brief: 'What an agent or a check has printed',
    customUsage: ['[-f] <attempt>', '<attempt> <check>'],
  },
});
