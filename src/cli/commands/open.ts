import { buildCommand } from '@stricli/core';
import { ATTEMPT_ARGUMENT } from '../app/attempt-argument.ts';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import type { Cli } from '../app/cli.ts';
import { withAttempt } from '../app/with-attempt.ts';
import type { Chosen } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';

/** `fanin open <attempt> <port>` */
export const route = buildCommand<CommonFlags, [string, string], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, typed: string, port: string) =>
    withAttempt(cli, typed, (chosen) => open(cli, chosen, port)),
  ),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        ATTEMPT_ARGUMENT,
        { parse: text, brief: 'The port that something there listens on', placeholder: 'port' },
      ],
    },
  },
  docs: {
    brief: 'A port of an attempt, as one of this host',
    customUsage: ['<attempt> <port>'],
    fullDescription:
      'Ports behind a boundary are private. This prints an address of this host that leads to one, until Ctrl-C.',
  },
});

async function open(cli: Cli, { place, attempt, label }: Chosen, typed: string): Promise<Outcome> {
  const port = /^\d{1,5}$/u.test(typed) ? Number(typed) : 0;
  if (port < 1 || port > 65_535) return err(failure('usage', `${typed} is no port`));
  const { openAttempt } = await import('../../compose/open-attempt.ts');
  const opened = await openAttempt(place, attempt.id, port);
  if (!opened.ok) return opened;
  const url = `http://127.0.0.1:${opened.value.port}`;
  cli.out.lines([cli.json ? JSON.stringify({ attempt: attempt.id, port, url }) : url]);
  if (!cli.json) cli.err.lines([`It leads to port ${port} of ${label} until Ctrl-C.`]);
  await Promise.race([opened.value.closed, interrupted()]);
  opened.value.close();
  return ok(EXIT.ok);
}

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    // Where nothing else is left to wait for, as for a port that is the host's already, this is.
    const stays = setInterval(() => undefined, 60_000);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        clearInterval(stays);
        resolve();
      });
    }
  });
