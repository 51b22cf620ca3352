import type { BaseArgs, Command, CommandContext, RouteMap } from '@stricli/core';
import type { Outcome } from './outcome.ts';
import { withCurrentStore } from './current-store.ts';
import { cliOf } from './cli.ts';
import type { Cli } from './cli.ts';
import type { CommonFlags } from './common-flags.ts';

export type { Outcome } from './outcome.ts';

/** What `handled` hands the outcome to. */
export interface CommandBench extends CommandContext {
  readonly finish: (cli: Cli, outcome: Outcome) => void;
}

/** A command as the command list loads it: one command, or several below one word. */
export type Route = Command<CommandBench> | RouteMap<CommandBench>;

/** The body of a command as the parser calls it: with a `Cli`, and with its outcome taken care of. */
export function handled<F extends CommonFlags, A extends BaseArgs>(
  body: (cli: Cli, flags: F, ...args: A) => Promise<Outcome> | Outcome,
): (this: CommandBench, flags: F, ...args: A) => Promise<void> {
  return async function (this: CommandBench, flags: F, ...args: A): Promise<void> {
    const cli = cliOf(flags);
    this.finish(cli, await withCurrentStore(cli.cwd, async () => body(cli, flags, ...args)));
  };
}
