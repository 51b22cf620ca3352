import { buildCommand } from '@stricli/core';
import { parseDuration } from '../../domain/config/duration.ts';
import { failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, toggle } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { INTENT_FLAGS, intentWish, type IntentFlags } from '../app/intent-flags.ts';
import { orThrow } from '../app/or-throw.ts';

interface Flags extends CommonFlags, IntentFlags {
  readonly once?: boolean;
  readonly idle?: number;
}

/** `fanin trace watch [id|path]` */
export const watch = buildCommand<Flags, [string?], CommandBench>({
  func: handled((cli: Cli, flags: Flags, what?: string) => watched(cli, flags, what ?? null)),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      once: toggle('Look once, and say what can be said now'),
      idle: {
        kind: 'parsed',
        parse: orThrow(parseDuration),
        optional: true,
        brief: 'So long nothing is written of a session that has ended; default: 1m',
        placeholder: '1m',
      },
      ...INTENT_FLAGS,
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
  const { intentOf } = await import('../../compose/trace/intent.ts');
  const intent = await intentOf(intentWish(cli.cwd, flags));
  if (!intent.ok) return intent;
  const { showWatch } = await import('../watch/show-watch.ts');
  return showWatch(cli, {
    what,
    once: flags.once === true,
    idleMs: flags.idle ?? null,
    intent: intent.value,
  });
}
