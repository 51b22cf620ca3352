import { buildCommand } from '@stricli/core';
import { COMMON_ALIASES, COMMON_FLAGS, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';

interface Flags extends CommonFlags {
  readonly dir?: string;
  readonly keep?: boolean;
}

/** `fanin demo` */
export const route = buildCommand<Flags, [], CommandBench>({
  func: handled(async (cli: Cli, { dir, keep }: Flags) => {
    const { playDemo } = await import('../demo/play.ts');
    return playDemo(cli, { dir: dir ?? null, keep: keep ?? true });
  }),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      dir: valued('A new or empty folder for it; default: one for temporary files', 'dir'),
      keep: {
        kind: 'boolean',
        optional: true,
        brief: 'Leave the folder there, or remove it (--no-keep); default: leave it',
      },
    },
    aliases: COMMON_ALIASES,
    positional: { kind: 'tuple', parameters: [] },
  },
  docs: {
    brief: 'See it work on a small repository, with scripted agents',
    fullDescription: [
      'Makes a small repository and lets seven scripted agents work on it: some want the same file, one',
      'says what is not true, one hangs. No model is called. It ends by itself and says where it was made.',
    ].join('\n'),
  },
});
