import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { printLong } from '../app/page.ts';
import { receiptOf, withAttempt } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';
import { receiptLines } from '../screens/receipt.ts';

/** `fanin receipt <attempt>` */
export const route = buildCommand<CommonFlags, [string], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string) =>
    withAttempt(cli, typed, async (chosen) => {
      const receipt = receiptOf(chosen);
      if (!receipt.ok) return receipt;
      if (cli.json) cli.out.lines([JSON.stringify(receipt.value)]);
      else await printLong(cli, receiptLines(receipt.value, cli.look()));
      return ok(EXIT.ok);
    }),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [ATTEMPT_ARGUMENT],
    },
  },
  docs: { brief: 'The evidence for an attempt beside its claims', customUsage: ['<attempt>'] },
});
