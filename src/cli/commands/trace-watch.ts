import { buildCommand } from '@stricli/core';
import { parseDuration } from '../../domain/config/duration.ts';
import { failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';

interface Flags extends CommonFlags {
  readonly once?: boolean;
  readonly budget?: number;
  readonly idle?: number;
}

/** `fanin trace watch [id|path]` */
export const watch = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, what?: string) => watched(cli, flags, what ?? null)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      once: toggle('Look once, and say what can be said now'),
      budget: {
        kind: 'parsed',
        parse: aDuration,
        optional: true,
        brief: 'The wall time that a session may take: some patterns are told by their share of it',
        placeholder: 'time',
      },
      idle: {
        kind: 'parsed',
        parse: aDuration,
        optional: true,
        brief: 'So long nothing is written of a session that has ended; default: 1m',
        placeholder: 'time',
      },
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          optional: true,
          brief: 'A session’s id, or a file or folder; default: what is being written',
          placeholder: 'what',
        },
      ],
    },
  },
  docs: {
    brief: 'Failure patterns of sessions at work, as they occur',
    customUsage: ['[id | path]', '--json <id>', '--once'],
    fullDescription:
      'Follows the records of sessions that are being written, whoever started them, and tells each pattern once, as soon as it can be told; what says that something never happened is told at the session’s end. Ends with the session that was named, or on Ctrl-C.',
  },
});

async function watched(cli: Cli, flags: Flags, what: string | null): Promise<Outcome> {
  if (what === '' || what === '-')
    return err(failure('usage', 'name a session, a file or a folder; standard input has one end'));
  const { showWatch } = await import('../watch/show-watch.ts');
  return showWatch(cli, {
    what,
    once: flags.once === true,
    budgetMs: flags.budget ?? null,
    idleMs: flags.idle ?? null,
  });
}

function aDuration(input: string): number {
  const parsed = parseDuration(input);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
