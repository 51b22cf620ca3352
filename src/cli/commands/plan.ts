import { buildCommand } from '@stricli/core';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { PLAN_FLAGS } from '../app/plan-flags.ts';
import type { PlanFlags } from '../app/plan-flags.ts';
import { showPlan } from '../run/show-plan.ts';

interface Flags extends CommonFlags, PlanFlags {
  readonly why?: boolean;
}

/** `fanin plan [file] [task…]` */
export const route = buildCommand<Flags, string[], CommandBench>({
  func: handled((cli: Cli, flags: Flags, ...words: string[]) => showPlan(cli, flags, words)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      ...PLAN_FLAGS,
      why: toggle('Why each task runs when it does, and the limit at the start'),
    },
    aliases: { ...COMMON_ALIASES, p: 'prompt' },
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
    brief: 'What a run would look like; starts nothing',
    customUsage: ['[file] [task]...', '-p <text> [-p <text>]...'],
  },
});
