import { buildCommand } from '@stricli/core';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { PLAN_FLAGS } from '../app/plan-flags.ts';
import type { RunFlags } from '../run/run-flags.ts';

/** `fanin run [task…]` */
export const route = buildCommand<RunFlags, string[], CommandBench>({
  func: handled(async (cli: Cli, flags: RunFlags, ...tasks: string[]) => {
    const { resumeCommand, startCommand } = await import('../run/run-command.ts');
    return flags.resume === undefined
      ? startCommand(cli, flags, tasks)
      : resumeCommand(cli, flags, tasks);
  }),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      ...PLAN_FLAGS,
      detach: toggle('Go on in the background; waits for you there'),
      resume: {
        kind: 'parsed',
        parse: text,
        inferEmpty: true,
        optional: true,
        brief: 'Go on with a run; default: the newest',
        placeholder: 'run',
      },
      wait: { kind: 'boolean', optional: true, brief: 'Stay when only you can move it on' },
      dryRun: toggle('What a run would look like, as fanin plan; starts nothing'),
      background: {
        kind: 'boolean',
        optional: true,
        hidden: true,
        withNegated: false,
        brief: 'This is the background engine',
      },
    },
    aliases: { ...COMMON_ALIASES, p: 'prompt', d: 'detach' },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'The plan file; or only these tasks of it, and what they need',
        placeholder: 'file or task',
      },
    },
  },
  docs: {
    brief: 'Carry out a plan, or tasks given by -p',
    customUsage: [
      '[-d] [file] [task]...',
      '[-d] -p <text> [-p <text>]...',
      '[-d] --resume [run]',
      '--dry-run',
    ],
    fullDescription: [
      'Carries out the tasks of plan.yaml, or those given by -p, each in a workspace of its own, and lands what was checked and approved.',
      'Ctrl-C asks the agents to wrap up, a second one stops them now. What they did is kept either way.',
    ].join('\n'),
  },
});
