import { buildCommand } from '@stricli/core';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { showStatus } from '../hot/show-status.ts';

interface Flags extends CommonFlags {
  readonly why?: boolean;
  readonly all?: boolean;
}

/** `fanin status [run]`; its usual forms never come here: see hot/plain-args.ts. */
export const route = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, run?: string) =>
    showStatus(cli, { ...flags, run: run ?? null }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      why: toggle('Say why no more runs than does, and where all work is held'),
      all: toggle('All runs of this repository, one line each'),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, optional: true, brief: 'The run; default: the newest', placeholder: 'run' },
      ],
    },
  },
  docs: { brief: 'What runs, what waits, and for what', customUsage: ['[run]', '--why', '--all'] },
});
