import { buildCommand } from '@stricli/core';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Question } from '../../domain/receipt/agent-fact.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Cli } from '../app/cli.ts';
import { handled } from '../app/command.ts';
import type { CommandBench, Outcome } from '../app/command.ts';
import { COMMON_ALIASES, COMMON_FLAGS, text, valued } from '../app/common-flags.ts';
import type { CommonFlags } from '../app/common-flags.ts';
import { withAttempt } from '../app/with-attempt.ts';
import { EXIT } from '../exit-codes.ts';

interface Flags extends CommonFlags {
  readonly question?: string;
}

/** `fanin answer <attempt> <answer>` */
export const route = buildCommand<Flags, [string, string], CommandBench>({
  func: handled((cli: Cli, flags: Flags, typed: string, choice: string) =>
    answer(cli, typed, { choice, question: flags.question ?? null }),
  ),
  parameters: {
    flags: {
      ...COMMON_FLAGS,
      question: valued('Which question; default: the one that waits longest', 'id'),
    },
    aliases: COMMON_ALIASES,
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'The attempt that asks: task or task#n', placeholder: 'attempt' },
        { parse: text, brief: 'One of its options, or text', placeholder: 'answer' },
      ],
    },
  },
  docs: {
    brief: 'Answer a question of a running agent',
    fullDescription:
      'fanin review lists what is asked. An unanswered question gets its default when its time is up.',
  },
});

function answer(
  cli: Cli,
  typed: string,
  given: { readonly choice: string; readonly question: string | null },
): Promise<Outcome> {
  return withAttempt(cli, typed, async ({ place, known, label, attempt }) => {
    const asked = questionOf(attempt.asks, given.question, label);
    if (!asked.ok) return asked;
    const { submit } = await import('../../compose/submit.ts');
    const { id: question } = asked.value;
    const { choice } = given;
    const command = { type: 'answer', attempt: known.id, question, choice, by: cli.user } as const;
    const done = await submit(place, known.run, command);
    if (!done.ok) return done;
    if (cli.json)
      cli.out.lines([
        JSON.stringify({ schema: 1, run: known.run, attempt: known.id, question, choice }),
      ]);
    else cli.err.lines([`${label} is told: ${choice}`]);
    return ok(EXIT.ok);
  });
}

/** By its whole id: a prefix could be another question's, as soon as the one that was meant is over. */
function questionOf(
  asks: readonly Question[],
  wanted: string | null,
  label: string,
): Result<Question, Failure> {
  const found = wanted === null ? asks[0] : asks.find(({ id }) => id === wanted);
  if (found !== undefined) return ok(found);
  return err(
    failure(
      'no-question',
      `${label} asks nothing${wanted === null ? '' : ` called ${wanted}`} now`,
      {
        hint: 'fanin review shows what waits',
      },
    ),
  );
}
