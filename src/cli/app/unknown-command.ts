import { didYouMean } from '../../domain/config/nearest.ts';
import { failure } from '../../domain/failure.ts';
import { COMMANDS } from '../command-list.ts';
import { report } from './report.ts';

/** Refuses a command line whose first word is no command, or that has none; the value is the exit code. */
export function unknownCommand(name: string | undefined, argv: readonly string[]): number {
  const names = COMMANDS.map((command) => command.name);
  const refusal =
    name === undefined
      ? failure('usage', `a command is missing after ${argv.join(' ')}`, {
          hint: 'fanin --help lists them',
        })
      : failure('unknown-command', `there is no command "${name}"`, {
          hint: didYouMean(name, names, 'fanin --help lists the commands'),
        });
  return report(refusal, { json: argv.includes('--json') });
}
