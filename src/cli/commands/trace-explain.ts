import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import { EXPLAINED } from '../../domain/trace/patterns/explained/explained.ts';
import { LABELS, type PatternCode } from '../../domain/trace/patterns/pattern.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { explanationJson, explanationLines, patternListLines } from '../screens/trace-explain.ts';

/** `fanin trace explain` */
export const explain = buildCommand<CommonFlags, [string?], CommandBench>({
  func: handled((cli: Cli, _flags: CommonFlags, pattern?: string) => explained(cli, pattern)),
  parameters: {
    flags: COMMON_FLAGS,
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          optional: true,
          brief: 'A pattern, by its code or name; none: all of them',
          placeholder: 'pattern',
        },
      ],
    },
  },
  docs: {
    brief: 'What a failure pattern is, how it is found, and what prevents it',
    customUsage: ['', 'source-overwrite', '--json'],
  },
});

function explained(cli: Cli, pattern: string | undefined): Outcome {
  const codes = Object.keys(LABELS).filter((each): each is PatternCode => each in LABELS);
  const wanted = pattern
    ?.trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  const named = codes.filter((code) => wanted === undefined || code === wanted);
  const likely = codes.filter((code) => wanted !== undefined && code.includes(wanted));
  const shown = named.length > 0 ? named : likely.length === 1 ? likely : [];
  const [only] = shown;
  if (only === undefined)
    return err(
      failure('unknown-pattern', `there is no pattern "${pattern ?? ''}"`, {
        hint:
          likely.length > 1
            ? `there are ${likely.join(', ')}`
            : 'fanin trace explain lists them all',
      }),
    );
  if (cli.json) cli.out.lines([JSON.stringify(shown.map(explanationJson))]);
  else if (wanted === undefined) cli.out.lines(patternListLines(cli.look()));
  else cli.out.lines(explanationLines(only, EXPLAINED[only], cli.look()));
  return ok(EXIT.ok);
}
