import { buildCommand } from '@stricli/core';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle, valued } from '../app/common-flags.ts';
import { PLAN_FLAGS } from '../app/plan-flags.ts';
import type { CollectFlags } from '../collect/collect-command.ts';

/** `fanin collect <branch|worktree>…` */
export const route = buildCommand<CollectFlags, string[], CommandBench>({
  func: handled(async (cli: Cli, flags: CollectFlags, ...names: string[]) => {
    const { collectCommand } = await import('../collect/collect-command.ts');
    return collectCommand(cli, flags, names);
  }),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      into: valued('The run it goes into; new: one of its own', 'run'),
      target: PLAN_FLAGS.target,
      base: PLAN_FLAGS.base,
      check: {
        kind: 'parsed',
        parse: text,
        optional: true,
        variadic: ',',
        brief: 'The checks to run; default: those of the config',
        placeholder: 'names',
      },
      by: {
        kind: 'enum',
        values: ['human', 'checks'],
        optional: true,
        brief: 'Who lets it land',
      },
      isolation: {
        kind: 'enum',
        values: ['auto', 'worktree', 'sandbox'],
        optional: true,
        brief: 'What holds the checks',
      },
      detach: toggle('Go on in the background; waits for you there'),
      wait: { kind: 'boolean', optional: true, brief: 'Stay when only you can move it on' },
      background: {
        kind: 'boolean',
        optional: true,
        hidden: true,
        withNegated: false,
        brief: 'This is the background engine',
      },
    },
    aliases: { ...COMMON_ALIASES, d: 'detach' },
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        parse: text,
        brief: 'A branch, or the path of a work copy',
        placeholder: 'branch or worktree',
      },
    },
  },
  docs: {
    brief: 'Take in branches and worktrees that fanin did not start',
    customUsage: ['[-d] <branch|worktree>...', '<branch> --into <run>'],
    fullDescription: [
      'Takes in what lies there, uncommitted and untracked files included, as deliveries: checked, with a receipt, to be reviewed and landed as any other.',
      'Nothing is changed in the work copy, on its branch or in its index. Collected again, a branch goes on where it was.',
    ].join('\n'),
  },
});
