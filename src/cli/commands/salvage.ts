import { buildCommand, buildRouteMap } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, toggle, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';

const ATTEMPT = {
  kind: 'tuple',
  parameters: [ATTEMPT_ARGUMENT],
} as const;

const CHECKPOINT = valued('This checkpoint; default: the newest state that is held', 'number');

interface StateFlags extends CommonFlags {
  readonly checkpoint?: string;
}

const list = buildCommand<CommonFlags, [], CommandBench>({
  func: handled(async (cli: Cli) => (await import('../salvage/salvage-command.ts')).listHeld(cli)),
  parameters: { flags: COMMON_FLAGS, aliases: COMMON_ALIASES },
  docs: { brief: 'What refs hold, by attempt' },
});

const show = buildCommand<StateFlags & { readonly diff?: boolean }, [string], CommandBench>({
  func: handled(async (cli: Cli, flags, typed: string) =>
    (await import('../salvage/salvage-command.ts')).showHeld(cli, typed, {
      checkpoint: flags.checkpoint ?? null,
      diff: flags.diff === true,
    }),
  ),
  parameters: {
    flags: { ...COMMON_FLAGS, checkpoint: CHECKPOINT, diff: toggle('The whole diff') },
    aliases: COMMON_ALIASES,
    positional: ATTEMPT,
  },
  docs: { brief: 'What one attempt had changed' },
});

const apply = buildCommand<StateFlags & { readonly to?: string }, [string], CommandBench>({
  func: handled(async (cli: Cli, flags, typed: string) =>
    (await import('../salvage/salvage-command.ts')).applyHeld(cli, typed, {
      checkpoint: flags.checkpoint ?? null,
      to: flags.to ?? null,
    }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      checkpoint: CHECKPOINT,
      to: valued('Write all its files into this folder instead', 'dir'),
    },
    aliases: COMMON_ALIASES,
    positional: ATTEMPT,
  },
  docs: { brief: 'Make its changes in this checkout' },
});

/** `fanin salvage …` */
export const route = buildRouteMap({
  routes: { list, show, apply },
  defaultCommand: 'list',
  docs: {
    brief: 'Find and bring back work by checkpoint or harvest',
    fullDescription:
      'Work of live attempts is held by checkpoints, that of ended ones by a harvest. It is found by refs alone, also where the log is broken.',
  },
});
