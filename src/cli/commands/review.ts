import { buildCommand, buildRouteMap } from '@stricli/core';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import type { Verb } from '../review/act.ts';

const DELIVERY = {
  parse: text,
  brief: 'A task, task#n or run/task#n',
  placeholder: 'delivery',
} as const;

const open = buildCommand<CommonFlags, [string?], CommandBench>({
  func: handled(async (cli: Cli, _flags: CommonFlags, typed?: string): Promise<Outcome> => {
    const { openReview, showDelivery } = await import('../review/review-command.ts');
    return typed === undefined ? openReview(cli) : showDelivery(cli, typed);
  }),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: { kind: 'tuple', parameters: [{ ...DELIVERY, optional: true }] },
  },
  docs: { brief: 'Go through what waits, by single keys; elsewhere than in a terminal: list it' },
});

const list = buildCommand<CommonFlags, [], CommandBench>({
  func: handled(async (cli: Cli) =>
    (await import('../review/review-command.ts')).listDeliveries(cli),
  ),
  parameters: { flags: COMMON_FLAGS, aliases: COMMON_ALIASES },
  docs: { brief: 'What waits, the one that blocks most first' },
});

const show = buildCommand<CommonFlags, [string], CommandBench>({
  func: handled(async (cli: Cli, _flags: CommonFlags, typed: string) =>
    (await import('../review/review-command.ts')).showDelivery(cli, typed),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: { kind: 'tuple', parameters: [DELIVERY] },
  },
  docs: { brief: 'One delivery with its evidence' },
});

interface ApproveFlags extends CommonFlags {
  readonly tree?: string;
}

const approve = buildCommand<ApproveFlags, [string], CommandBench>({
  func: handled(async (cli: Cli, flags: ApproveFlags, typed: string) =>
    (await import('../review/review-command.ts')).decideOn(cli, typed, {
      verb: 'approve',
      comment: '',
      tree: flags.tree ?? null,
    }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      tree: valued('The tree that was looked at; refused when it is another', 'tree'),
    },
    aliases: COMMON_ALIASES,
    positional: { kind: 'tuple', parameters: [DELIVERY] },
  },
  docs: { brief: 'Let its tree land' },
});

/** A decision with a comment. */
const decision = (verb: Exclude<Verb, 'approve'>, brief: string) =>
  buildCommand<CommonFlags, [string, string?], CommandBench>({
    func: handled(async (cli: Cli, _flags: CommonFlags, typed: string, comment?: string) =>
      (await import('../review/review-command.ts')).decideOn(cli, typed, {
        verb,
        comment: comment ?? '',
        tree: null,
      }),
    ),
    parameters: {
      flags: COMMON_FLAGS,
      aliases: COMMON_ALIASES,
      positional: {
        kind: 'tuple',
        parameters: [
          DELIVERY,
          {
            parse: text,
            optional: true,
            brief: 'What its author should know',
            placeholder: 'comment',
          },
        ],
      },
    },
    docs: { brief },
  });

interface SplitFlags extends CommonFlags {
  readonly tree?: string;
  readonly after?: boolean;
  readonly name?: string;
}

const split = buildCommand<SplitFlags, [string, ...string[]], CommandBench>({
  func: handled(async (cli: Cli, flags: SplitFlags, typed: string, ...paths: string[]) => {
    return (await import('../review/split-command.ts')).splitCommand(cli, {
      typed,
      paths,
      tree: flags.tree ?? null,
      after: flags.after === true,
      name: flags.name ?? null,
    });
  }),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      tree: valued('The tree that was looked at; refused when it is another', 'tree'),
      after: toggle('They build on the rest, and land after it'),
      name: valued('The task that they become; default: named after the first', 'task'),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'array',
      minimum: 2,
      parameter: {
        parse: text,
        brief: 'A delivery, then paths or globs',
        placeholder: 'delivery or path',
      },
    },
  },
  docs: {
    brief: 'Take the files under some paths out of it, as a delivery of their own',
    customUsage: ['<delivery> <path>...', '--after <delivery> <path>...'],
  },
});

/** `fanin review …` */
export const route = buildRouteMap({
  routes: {
    open,
    list,
    show,
    approve,
    return: decision('return', 'Send it back: the task is made again with your comment'),
    reject: decision('reject', 'Refuse it for good'),
    park: decision('park', 'Put it aside'),
    split,
  },
  defaultCommand: 'open',
  docs: {
    brief: 'Look at deliveries; approve, return, reject, park or split them',
    fullDescription:
      'Without a word after it: goes through what waits, by single keys, in a terminal; a list elsewhere. fanin review <delivery> shows one.',
    hideRoute: { open: true },
  },
});
